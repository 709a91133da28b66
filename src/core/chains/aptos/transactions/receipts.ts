import { CoreError } from '../../../lib/errors.ts'
import type { Receipt } from '../../family/transactions.ts'
import type { ClientMemory } from '../client-options.ts'
import { transactionAnswer, transactionsAnswer, type UserTransaction } from '../rpc/answers.ts'
import { aptosFault, isAbsent } from '../rpc/fault.ts'
import type { AptosRpc } from '../rpc/rpc.ts'

/** aptos-core, api config, `max_account_transactions_page_size`. */
export const transactionsAtOnce = 100
/** Ours: from this many of one account on, its transactions are read as a list, not one by one. */
const listedFrom = 4
/** Ours: requests to one node at a time. */
const requestsAtOnce = 8

/** Receipts of those of these transactions that are on the ledger; they are final. */
export async function receiptsOf(
  node: AptosRpc,
  { sent }: Pick<ClientMemory, 'sent'>,
  hashes: readonly string[],
): Promise<Map<string, Receipt>> {
  const found = await transactionsWith(node, { sent }, hashes)
  return new Map(found.map((one) => [one.hash, receiptOf(one)]))
}

/** Those of these transactions that are on the ledger; those with a known sender are read together, by sender. */
export async function transactionsWith(
  node: AptosRpc,
  { sent }: Pick<ClientMemory, 'sent'>,
  hashes: readonly string[],
): Promise<UserTransaction[]> {
  const bySender = new Map<string, { hash: string; sequence: number }[]>()
  const alone: string[] = []
  for (const hash of hashes) {
    const known = sent.get(hash)
    if (known) bySender.set(known.sender, [...(bySender.get(known.sender) ?? []), { hash, sequence: known.sequence }])
    else alone.push(hash)
  }
  const found: UserTransaction[] = []
  for (const [sender, own] of bySender) {
    const sequences = own.map(({ sequence }) => sequence)
    const [first, last] = [Math.min(...sequences), Math.max(...sequences)]
    if (own.length < listedFrom || last - first >= 2 * transactionsAtOnce) alone.push(...own.map(({ hash }) => hash))
    else found.push(...(await transactionsOf(node, sender, first, last)))
  }
  found.push(...(await transactionsNamed(node, alone)))
  const wanted = new Set(hashes)
  return found.filter(({ hash }) => wanted.has(hash))
}

/**
 * All of an account's transactions with sequences from `first` (inclusive) to `end` (exclusive).
 * @throws CoreError `network.incomplete` if the node does not keep all of them
 */
export async function keptTransactions(
  node: AptosRpc,
  sender: string,
  first: number,
  end: number,
): Promise<UserTransaction[]> {
  try {
    const found = await transactionsOf(node, sender, first, end - 1)
    const isWhole = found.every(({ sequence_number }, place) => sequence_number === BigInt(first + place))
    if (found.length === end - first && isWhole) return found
  } catch (error) {
    if (aptosFault(error).kind !== 'unsupported') throw error
  }
  throw new CoreError(
    'network.incomplete',
    `The RPC does not keep all of the ${end} transactions of ${sender}: set one that keeps the whole history, and take out those that do not.`,
  )
}

/**
 * An account's transactions on the ledger with sequences from `first` to `last` (both inclusive), in order.
 * @throws AptosRpcError if the node does not keep them
 */
export async function transactionsOf(
  node: AptosRpc,
  sender: string,
  first: number,
  last: number,
): Promise<UserTransaction[]> {
  const found: UserTransaction[] = []
  for (let from = first; from <= last; ) {
    const limit = Math.min(transactionsAtOnce, last - from + 1)
    const page = await accountPage(node, sender, from, limit)
    found.push(...page)
    const newest = page.at(-1)
    if (!newest || page.length < limit) break
    from = Number(newest.sequence_number) + 1
  }
  return found
}

async function accountPage(node: AptosRpc, sender: string, from: number, limit: number): Promise<UserTransaction[]> {
  try {
    return (await node.ask(`/accounts/${sender}/transactions?start=${from}&limit=${limit}`, transactionsAnswer)).value
  } catch (error) {
    // The account was never used.
    if (isAbsent(error)) return []
    throw error
  }
}

/** Those of these transactions that are on the ledger. */
export async function transactionsNamed(node: AptosRpc, hashes: readonly string[]): Promise<UserTransaction[]> {
  const found: UserTransaction[] = []
  for (let from = 0; from < hashes.length; from += requestsAtOnce) {
    const part = hashes.slice(from, from + requestsAtOnce)
    const answers = await Promise.all(part.map((hash) => transactionNamed(node, hash)))
    found.push(...answers.filter((one) => one !== null))
  }
  return found
}

/**
 * These transactions in this order; the caller knows that each of them is on the ledger.
 * @throws CoreError `network.incomplete` if the node does not keep one of them
 */
export async function keptNamed(node: AptosRpc, hashes: readonly string[]): Promise<UserTransaction[]> {
  const found = new Map((await transactionsNamed(node, hashes)).map((one) => [one.hash, one]))
  return hashes.map((hash) => {
    const one = found.get(hash)
    if (one) return one
    throw new CoreError(
      'network.incomplete',
      `The RPC does not keep the transaction ${hash}: set one that keeps the whole history, and take out those that do not.`,
    )
  })
}

async function transactionNamed(node: AptosRpc, hash: string): Promise<UserTransaction | null> {
  try {
    const { value } = await node.ask(`/transactions/by_hash/${hash}`, transactionAnswer)
    return value.type === 'user_transaction' ? value : null
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/**
 * The hash of the transaction that used this sequence of an account; null if that was after `version`. The sequence must be used.
 * @throws CoreError `network.incomplete` if the node has pruned the transaction: null would mean that none of ours used the sequence
 */
export async function usedBy(
  node: AptosRpc,
  address: string,
  sequence: number,
  version: number,
): Promise<string | null> {
  const [found] = await keptTransactions(node, address, sequence, sequence + 1)
  return found && found.version <= version ? found.hash : null
}

function receiptOf(found: UserTransaction): Receipt {
  return {
    hash: found.hash,
    blockNumber: found.version,
    blockHash: found.accumulator_root_hash,
    ok: found.success,
    used: found.gas_used,
    fee: found.gas_used * found.gas_unit_price,
    final: true,
    detail: found,
  }
}
