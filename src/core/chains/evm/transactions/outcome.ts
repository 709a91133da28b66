import { type Address, getAddress, type Hex, type RpcTransactionReceipt, toEventSelector, zeroHash } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { CoreError } from '../../../lib/errors.ts'
import type { Copies } from '../../family/copies.ts'
import type { Outcome } from '../../family/outcome.ts'
import type { Receipt } from '../../family/transactions.ts'
import type { Work } from '../../family/work.ts'
import { isShown } from '../contracts/effects.ts'
import { burnOfNothing, isLogged } from '../contracts/transfers.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { refusal } from './refusal.ts'

const { abi } = collection721
const transfer = toEventSelector('Transfer(address,address,uint256)')
const transferSingle = toEventSelector('TransferSingle(address,address,address,uint256,uint256)')

/**
 * The outcome of an included transaction, by its events and the contract's state: a mint counts only when the contract has recorded its job
 * and every recipient got a token, in order.
 * @throws CoreError `network.inconsistent` when the node's answers contradict each other, because a part of it lags or has fallen
 *   back. That is no outcome, least of all a failure after which a retry could mint again.
 */
export async function outcomeOf(rpc: RpcClient, work: Work, receipt: Receipt): Promise<Outcome> {
  if (work.kind === 'revoke') return outcomeOf(rpc, burnOfNothing(work.transfer), receipt)
  if (!receipt.ok) return refusal(rpc, work, receipt)
  if (work.kind === 'mint-copies') return copiesOutcome(rpc, work, receipt)
  if (work.kind === 'transfer' && !isLogged(work, receipt.detail as RpcTransactionReceipt)) return untold
  if (!isShown(work, receipt.detail as RpcTransactionReceipt)) throw inconsistent(receipt)
  if (work.kind !== 'mint-batch' && work.kind !== 'mint-uris' && work.kind !== 'mint-single') return { kind: 'done' }
  const recipients = work.kind === 'mint-single' ? [work.recipient] : work.recipients
  const detail = receipt.detail as RpcTransactionReceipt
  const contract = getAddress(work.contract)
  const minted = transfersOf(detail.logs, contract)
  const known = await firstTokenOf(rpc, contract, work.jobId)
  const firstTokenId = Number(minted[0]?.id ?? 0n)
  const whole =
    known > 0 &&
    known === firstTokenId &&
    minted.length === recipients.length &&
    minted.every(({ id, to }, place) => id === BigInt(firstTokenId + place) && to === recipients[place]?.toLowerCase())
  if (whole) return { kind: 'minted', firstTokenId }
  throw inconsistent(receipt)
}

/** A transfer whose transaction succeeded without its event. */
const untold: Outcome = {
  kind: 'failed',
  code: 'transfer.untold',
  message:
    'The contract took the transaction and told of no transfer, so it is not known to have moved anything: look at the wallets in a block explorer.',
}

function inconsistent({ hash }: Receipt): CoreError {
  return new CoreError(
    'network.inconsistent',
    `its node says that the transaction ${hash} succeeded, and does not show what it did.`,
  )
}

/** The same for copies; the batch's number replaces the first token id. */
async function copiesOutcome(
  rpc: RpcClient,
  work: Extract<Work, { kind: 'mint-copies' }>,
  receipt: Receipt,
): Promise<Outcome> {
  const detail = receipt.detail as RpcTransactionReceipt
  const contract = getAddress(work.contract)
  const minted = mintedCopies(detail.logs, contract)
  const number = await firstTokenOf(rpc, contract, work.jobId)
  const whole =
    number > 0 &&
    minted.length === work.copies.length &&
    work.copies.every((wanted, place) => {
      const { recipient, tokenId, amount } = minted[place] ?? {}
      return recipient === wanted.recipient.toLowerCase() && tokenId === wanted.tokenId && amount === wanted.amount
    })
  if (whole) return { kind: 'minted', firstTokenId: number }
  throw inconsistent(receipt)
}

/** The copies in the contract's mint events, in order. Transfers by recipients do not count: their `from` is not zero. */
function mintedCopies(logs: RpcTransactionReceipt['logs'], contract: Address): Copies[] {
  const address = contract.toLowerCase()
  return logs.flatMap((log) => {
    const [name, , from, to] = log.topics
    if (name !== transferSingle || from !== zeroHash || to === undefined || log.address.toLowerCase() !== address)
      return []
    const tokenId = Number(BigInt(log.data.slice(0, 66)))
    const amount = Number(BigInt(`0x${log.data.slice(66)}`))
    return [{ recipient: `0x${to.slice(-40).toLowerCase()}`, tokenId, amount }]
  })
}

/** Recipient, in lower case, and token id of each transfer event of the contract. Its topics contain both, so nothing else is decoded. */
function transfersOf(logs: RpcTransactionReceipt['logs'], contract: Address): { to: string; id: bigint }[] {
  const address = contract.toLowerCase()
  return logs.flatMap((log) => {
    const [name, , to, id] = log.topics
    if (name !== transfer || to === undefined || id === undefined || log.address.toLowerCase() !== address) return []
    // A topic is 32 bytes; an address is the last 20 of them.
    return [{ to: `0x${to.slice(-40).toLowerCase()}`, id: BigInt(id) }]
  })
}

async function firstTokenOf(rpc: RpcClient, address: Address, jobId: string): Promise<number> {
  return Number(await rpc.readContract({ abi, address, functionName: 'jobs', args: [jobId as Hex] }))
}
