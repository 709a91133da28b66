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

/** Ours, ms: how long a request is valid, as with contracts on EVM chains (Solady's Ownable). */
const goodMs = 48 * 3_600_000
/** Solana's own: most signatures in one answer. */
const pageAtMost = 1_000
/** Ours: most pages read of an address, which somebody may flood with transactions. */
const pagesAtMost = 10
/** Ours: transactions of the new owner that one call reads, newest first; the next call reads on from there. */
const readAtMost = 100
/** Ours, lamports: above the rent of an account without data (890,880), so that an empty fee balance can receive it. */
const leastAsked = 1_001_000n
/** Ours: amounts differ in steps of 1,000 lamports, the sixth decimal of SOL: 0.001001 to 0.001999 SOL. */
const steps = { of: 1_000n, count: 999 } as const

const listed = z.array(z.object({ signature: z.string(), err: z.unknown(), blockTime: z.number().nullish() }))

/**
 * Core changes a collection's owner at once, with the old owner's signature alone. So the new owner first proves on chain that somebody controls
 * the address: it pays the fee balance an amount that nobody sends by chance. Wallets and multisigs can both do that.
 */
export function handoverClient({ rpc, treasury, clock }: HandoverOptions): HandoverClient {
  /** Payments from one address to another, by transaction; of the transactions read so far. */
  const known = new LRUCache<string, bigint[]>({ max: 10_000 })

  async function paid(node: SolanaRpc, hashes: readonly string[], from: string, to: string): Promise<void> {
    const whole = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
    const params = hashes.map((hash) => [hash, whole])
    const answers = await node.many('getTransaction', params, instructedAnswer.nullable())
    for (const [place, answer] of answers.entries()) {
      if (answer instanceof Error) throw answer
      // A node may list a transaction before it serves it.
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

/** An address's successful transactions after `since`, newest first. @param since seconds since 1970 */
async function recentOf(node: SolanaRpc, address: string, since: number) {
  const found: { signature: string; blockTime: number }[] = []
  let before: string | undefined
  for (let pages = 0; pages < pagesAtMost; pages++) {
    const options = { limit: pageAtMost, commitment: 'confirmed', ...(before === undefined ? {} : { before }) }
    const page = await node.call('getSignaturesForAddress', [address, options], listed)
    for (const { signature, err, blockTime } of page)
      if ((err === null || err === undefined) && blockTime && blockTime > since) found.push({ signature, blockTime })
    const oldest = page.at(-1)
    // A node does not know the time of every block: where that is missing, older ones may still count.
    if (oldest === undefined || (typeof oldest.blockTime === 'number' && oldest.blockTime <= since)) break
    before = oldest.signature
  }
  return found
}

const keyOf = (hash: string, from: string, to: string) => `${hash} ${from} ${to}`

/** The amount that proves control of an address, in lamports; it depends on collection and address. */
function amountOf(contract: string, by: string): bigint {
  const step = createHash('sha256').update(`${contract} ${by}`).digest().readUInt32LE() % steps.count
  return leastAsked + BigInt(step) * steps.of
}

/** Lamports of each transfer from one address to the other by the system program, inner instructions included. */
function paymentsIn(answer: InstructedAnswer, from: string, to: string): bigint[] {
  return callsOf(answer)
    .flat()
    .flatMap((call) => {
      const moved = transferIn(call)
      return moved?.from === from && moved.to === to ? [moved.lamports] : []
    })
}
