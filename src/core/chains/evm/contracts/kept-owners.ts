import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { CollectionsClient } from '../../family/collections.ts'

/** Ours: takes some MB. */
const ownersKept = 20_000
/**
 * Ours, milliseconds: how long a block counts as the newest while Mintdesk makes none. Only calls to the practice network's own
 * JSON-RPC can make another one meanwhile.
 */
const headGoodFor = 50

/** Reads of the node. */
export interface OwnersNode {
  /** A counter that grows with every block that Mintdesk makes, and when the chain is replaced; null while it is unknown. */
  changes(): number | null
  /** Hash of the newest block. */
  head(): Promise<string>
  /** The holder of a token; null when the token does not exist. */
  ownerOf(contract: string, tokenId: number): Promise<string | null>
}

/**
 * Reads holders of tokens, and caches them until the chain has a newer block. The newest block is asked for when a block was made since the
 * last question, or when that is `headGoodFor` ago. One question runs at a time and serves all callers that came before it started, in one
 * turn of the event loop or during the previous question. Only for a single, near node: an unknown holder costs two calls.
 * @param clock milliseconds that only grow
 */
export function keptOwners(
  node: OwnersNode,
  clock: () => number = () => performance.now(),
): CollectionsClient['ownerOf'] {
  const kept = new LRUCache<string, { owner: string | null; head: string }>({ max: ownersKept })
  let newest: { head: string; changes: number; until: number } | undefined
  let gathering: Promise<string> | undefined
  let before: Promise<unknown> = Promise.resolve()

  /** One question after the other, so that the newest answer is kept. */
  async function gather(): Promise<string> {
    await before
    await setImmediate()
    gathering = undefined
    const asked = question()
    before = asked.catch(() => undefined)
    return await asked
  }

  async function question(): Promise<string> {
    // Both are read before the question: its answer may not include a block that is made meanwhile.
    const changes = node.changes()
    const until = clock() + headGoodFor
    const head = await node.head()
    newest = changes === null ? undefined : { head, changes, until }
    return head
  }

  function known(): string | undefined {
    return newest?.changes === node.changes() && clock() < newest.until ? newest.head : undefined
  }

  return async (contract, tokenId) => {
    const key = `${contract} ${tokenId}`
    let now = known()
    if (now === undefined) {
      gathering ??= gather()
      now = await gathering
    }
    const one = kept.get(key)
    if (one?.head === now) return one.owner
    // Read after the head; the entry counts only while the head is the same, so this is the holder at that block.
    const owner = await node.ownerOf(contract, tokenId)
    kept.set(key, { owner, head: now })
    return owner
  }
}
