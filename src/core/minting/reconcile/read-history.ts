import type { ChainClient } from '../../chains/family/family.ts'
import type { HistoryClient, HistoryEntry, HistoryPage } from '../../chains/family/history.ts'
import { byTwo } from './recovered-facts.ts'

/** Ours: transactions that are read together; some 10 kB each as a node tells them. */
const readAtOnce = 200

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
): AsyncGenerator<HistoryPart> {
  let newest: string | null = null
  let listed = 0
  let done = 0
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const page: HistoryPage = await byTwo(client, (node) => historyOf(node).list(account, from))
    newest ??= page.newest
    listed += page.hashes.length
    const known = await passOver(page.hashes)
    const unread = page.hashes.filter((hash) => !known.has(hash))
    done += page.hashes.length - unread.length
    if (unread.length === 0) yield { entries: [], newest, listed, done }
    for (let at = 0; at < unread.length; at += readAtOnce) {
      const part = unread.slice(at, at + readAtOnce)
      const entries = await byTwo(client, (node) => historyOf(node).read(part))
      done += part.length
      yield { entries, newest, listed, done }
    }
    if (page.next === null) return
    after = page.next
  }
}

/** The part of a client that recovery from history needs. */
export function historyOf({ network, history }: ChainClient): HistoryClient {
  if (!history) throw new Error(`there is no history to read on ${network}`)
  return history
}
