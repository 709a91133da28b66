import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { CollectionsClient } from '../../family/collections.ts'

/** Ours: some MB. */
const ownersKept = 20_000
/**
 * Ours, milliseconds: how long the newest block counts as such where Mintdesk has made none meanwhile. Only somebody who makes blocks over the
 * network's own JSON-RPC can have made one.
 */
const headGoodFor = 50

/** What a node answers now. */
export interface OwnersNode {
  /** Grows with every block that is made here, and with another chain; null while that cannot be said. */
  changes(): number | null
  /** Hash of the newest block. */
  head(): Promise<string>
  /** Who holds a token; null when it does not exist. */
  ownerOf(contract: string, tokenId: number): Promise<string | null>
}

/**
 * Who holds tokens, kept as long as the chain has no newer block. Which is the newest is asked when a block was made since it was asked for
 * last, or when that is `headGoodFor` ago; once at a time, for all together who came before it is asked: those of one turn, and those who
 * came while it was asked for others. For a node that is alone and near, since it is asked twice about what is not known.
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

  /** One after the other, so that what was asked for last stands. */
  async function gather(): Promise<string> {
    await before
    await setImmediate()
    gathering = undefined
    const asked = question()
    before = asked.catch(() => undefined)
    return await asked
  }

  async function question(): Promise<string> {
    // Both as they are before it is asked: the answer may be from before what happens meanwhile.
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
    // Asked for later than the block: where the chain still ends with that, this is what it says.
    const owner = await node.ownerOf(contract, tokenId)
    kept.set(key, { owner, head: now })
    return owner
  }
}
