import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { HandoverClient } from '../family/collections.ts'
import { callsOf, type InstructedAnswer, instructedAnswer } from './history/entries.ts'
import type { SolanaRpc } from './rpc/rpc.ts'
import { transferIn } from './transactions/send-coin.ts'

export interface HandoverOptions {
  rpc(): Promise<SolanaRpc>
  treasury(projectIndex: number): string
  clock(): number
}

/** Ours, as of contracts on EVM chains (Solady's Ownable): a request is good for so long, ms. */
const goodMs = 48 * 3_600_000
/** Solana's own: most signatures of an answer. */
const pageAtMost = 1_000
/** Ours: an address that somebody showers with transactions is looked through so far. */
const pagesAtMost = 10
/** Ours: transactions of the new owner that one look reads, newest first; the next look goes on where it ended. */
const readAtMost = 100
/** Ours: above the rent of an account without data (890,880 lamports), so that an empty fee balance can take it. */
const leastAsked = 1_001_000n
/** Ours: what is asked for differs by thousands of lamports, six places behind the point: 0.001001 to 0.001999 SOL. */
const steps = { of: 1_000n, count: 999 } as const

const listed = z.array(z.object({ signature: z.string(), err: z.unknown(), blockTime: z.number().nullish() }))

/**
 * Core changes an owner at once, on the word of the old one alone. So who gets a collection first shows on chain that somebody has the address:
 * it pays an amount that nobody sends by chance to the fee balance. Wallets and multisigs alike can do that.
 */
export function handoverClient({ rpc, treasury, clock }: HandoverOptions): HandoverClient {
  /** What a transaction of an address paid to another; of those that were read. */
  const known = new LRUCache<string, bigint[]>({ max: 10_000 })

  async function paid(node: SolanaRpc, hashes: readonly string[], from: string, to: string): Promise<void> {
    const whole = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
    const params = hashes.map((hash) => [hash, whole])
    const answers = await node.many('getTransaction', params, instructedAnswer.nullable())
    for (const [place, answer] of answers.entries()) {
      if (answer instanceof Error) throw answer
      // A node may list it before it has it.
      if (answer !== null) known.set(keyOf(hashes[place] ?? '', from, to), paymentsIn(answer, from, to))
    }
  }

  return {
    impossible: (contractKind) =>
      contractKind === 'core'
        ? null
        : 'A certified collection (Token Metadata) is minted into by its owner alone: what the owner permits others ends when it changes hands, so Mintdesk could not go on minting. Choose the kind “With royalties” (core) for a collection that is to be handed over.',
    acceptance: (contract, by, projectIndex) => ({
      kind: 'payment',
      to: treasury(projectIndex),
      amount: amountOf(contract, by).toString(),
    }),
    async askedUntil(contract, by, projectIndex) {
      const node = await rpc()
      const [to, amount, since] = [treasury(projectIndex), amountOf(contract, by), (clock() - goodMs) / 1_000]
      const recent = await recentOf(node, by, since)
      const unread = recent.flatMap(({ signature }) => (known.has(keyOf(signature, by, to)) ? [] : [signature]))
      if (unread.length > 0) await paid(node, unread.slice(0, readAtMost), by, to)
      const found = recent.find(({ signature }) => known.get(keyOf(signature, by, to))?.includes(amount))
      return found === undefined ? null : found.blockTime * 1_000 + goodMs
    },
  }
}

/** The transactions of an address that succeeded after a time, newest first. @param since seconds since 1970 */
async function recentOf(node: SolanaRpc, address: string, since: number) {
  const found: { signature: string; blockTime: number }[] = []
  let before: string | undefined
  for (let pages = 0; pages < pagesAtMost; pages++) {
    const options = { limit: pageAtMost, commitment: 'confirmed', ...(before === undefined ? {} : { before }) }
    const page = await node.call('getSignaturesForAddress', [address, options], listed)
    for (const { signature, err, blockTime } of page)
      if ((err === null || err === undefined) && blockTime && blockTime > since) found.push({ signature, blockTime })
    const oldest = page.at(-1)
    if (oldest === undefined || (oldest.blockTime ?? 0) <= since) break
    before = oldest.signature
  }
  return found
}

const keyOf = (hash: string, from: string, to: string) => `${hash} ${from} ${to}`

/** What shows that an address is somebody's, lamports: another amount for each collection and address. */
function amountOf(contract: string, by: string): bigint {
  const step = createHash('sha256').update(`${contract} ${by}`).digest().readUInt32LE() % steps.count
  return leastAsked + BigInt(step) * steps.of
}

/** Lamports that a transaction moved from one address to the other, by instructions of the system program, whoever called them. */
function paymentsIn(answer: InstructedAnswer, from: string, to: string): bigint[] {
  return callsOf(answer)
    .flat()
    .flatMap((call) => {
      const moved = transferIn(call)
      return moved?.from === from && moved.to === to ? [moved.lamports] : []
    })
}
