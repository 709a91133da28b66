import { z } from 'zod'
import { CoreError } from '../../../lib/errors.ts'
import type { LeafChange, TreeHistory } from '../../family/trees.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'
import { changesOf } from './changes.ts'
import { transactionAnswer } from './leaves.ts'

/** Solana's own: most signatures in one answer. */
export const historyPage = 1_000
export const signaturesAnswer = z.array(z.object({ signature: z.string(), err: z.unknown() }))

/** Whether a listed transaction succeeded. */
export function hasSucceeded({ err }: { err?: unknown }): boolean {
  return err === null || err === undefined
}

/**
 * `before` of the next page; undefined if this page is empty. Only an empty page is the end: a node may return fewer signatures than the limit.
 * @param before of this page
 * @throws CoreError `network.incomplete` if the node ignores `before` and returns the same page again, which would never end
 */
export function pageBehind(page: readonly { signature: string }[], before: string | undefined): string | undefined {
  const last = page.at(-1)?.signature
  if (last === undefined || last !== before) return last
  throw new CoreError(
    'network.incomplete',
    'The RPC lists the same transactions each time it is asked for older ones: set another one.',
  )
}

/** See `TreesClient.historyOf`. */
export async function readHistory(
  node: SolanaRpc,
  tree: string,
  after: string | null,
  passOver: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
  pagesAtMost = Number.POSITIVE_INFINITY,
): Promise<TreeHistory> {
  const changes: LeafChange[] = []
  let newest: string | null = null
  let before: string | undefined
  for (let listed = 0; ; ) {
    const options = {
      ...{ limit: historyPage, commitment: 'finalized' },
      ...(before === undefined ? {} : { before }),
      ...(after === null ? {} : { until: after }),
    }
    const page = await node.call('getSignaturesForAddress', [tree, options], signaturesAnswer)
    newest ??= page[0]?.signature ?? null
    const ok = page.filter(hasSucceeded).map(({ signature }) => signature)
    const known = await passOver(ok)
    const unknown = ok.filter((signature) => !known.has(signature))
    const whole = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 }
    const answers = await node.many(
      'getTransaction',
      unknown.map((signature) => [signature, whole]),
      transactionAnswer.nullable(),
    )
    for (const [place, answer] of answers.entries()) {
      if (answer instanceof Error) throw answer
      if (answer === null)
        throw new CoreError(
          'network.incomplete',
          `The RPC does not keep the transaction ${unknown[place]}, which changed the tree ${tree}: set one that keeps the whole history, and take out those that do not.`,
        )
      changes.push(...changesOf(answer, tree))
    }
    before = pageBehind(page, before)
    if (before === undefined) return { changes, newest }
    listed += page.length
    if (listed >= pagesAtMost * historyPage) return { changes, newest: null }
  }
}
