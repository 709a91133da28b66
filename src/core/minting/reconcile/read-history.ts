import { setTimeout as delay } from 'node:timers/promises'
import type { ChainClient } from '../../chains/family/family.ts'
import type { HistoryClient, HistoryEntry, HistoryPage } from '../../chains/family/history.ts'
import { CoreError } from '../../lib/errors.ts'
import { byTwo } from './recovered-facts.ts'

/** Ours: transactions that are read together: the most, and the least where an RPC limits its calls. */
const together = { most: 50, least: 10 } as const
/** Ours, ms: the waits, one after the other, for an RPC that limits its calls. Public RPCs take some forty calls in ten seconds. */
const waits: readonly number[] = [5_000, 10_000, 20_000, 40_000]
const waitAtMost = 60_000

/** A part of an account's history. */
export interface HistoryPart {
  entries: HistoryEntry[]
  /** The newest transaction of all; null: there is none. */
  newest: string | null
  /** Transactions that were listed so far, and of them those that were read or passed over. */
  listed: number
  done: number
}

/**
 * Reads an account's transactions, newest first, some at a time.
 * @param passOver which of them need not be read
 */
export async function* readHistory(
  client: ChainClient,
  account: string,
  passOver: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
  wait: (ms: number) => Promise<unknown> = delay,
): AsyncGenerator<HistoryPart> {
  let most: number = together.most
  const asked = <T>(ask: (history: HistoryClient) => Promise<T>): Promise<T> =>
    patiently(
      client,
      (node) => ask(historyOf(node)),
      async (ms) => {
        most = Math.max(together.least, Math.floor(most / 2))
        await wait(ms)
      },
    )
  let newest: string | null = null
  let listed = 0
  let done = 0
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const page: HistoryPage = await asked((history) => history.list(account, from))
    newest ??= page.newest
    listed += page.hashes.length
    const known = await passOver(page.hashes)
    const unread = page.hashes.filter((hash) => !known.has(hash))
    done += page.hashes.length - unread.length
    if (unread.length === 0) yield { entries: [], newest, listed, done }
    while (unread.length > 0) {
      const entries = await asked((history) => history.read(unread.slice(0, most)))
      unread.splice(0, entries.length)
      done += entries.length
      yield { entries, newest, listed, done }
    }
    if (page.next === null) return
    after = page.next
  }
}

/** Reads what two RPCs agree on; waits for those that limit their calls or cannot be reached. */
export async function patiently<T>(
  client: ChainClient,
  read: (node: ChainClient) => Promise<T>,
  wait: (ms: number) => Promise<unknown> = delay,
): Promise<T> {
  for (const ms of waits)
    try {
      return await byTwo(client, read)
    } catch (error) {
      const limited = client.limited(error)
      if (limited === null && !isPassing(error)) throw error
      await wait(Math.min(waitAtMost, Math.max(ms, limited?.retryAfterMs ?? 0)))
    }
  return await byTwo(client, read)
}

/** Whether the error may pass: while an RPC is left out, it may be that none answers, or no second one. */
function isPassing(error: unknown): boolean {
  return error instanceof CoreError && ['network.unreachable', 'network.unconfirmed'].includes(error.code)
}

/** The part of a client that recovery from history needs. */
export function historyOf({ network, history }: ChainClient): HistoryClient {
  if (!history) throw new Error(`there is no history to read on ${network}`)
  return history
}
