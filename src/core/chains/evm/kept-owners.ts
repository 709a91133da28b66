import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** Ours: some MB. */
const ownersKept = 20_000
/**
 * Ours, milliseconds: how long the newest block counts as such where Mintdesk has made none meanwhile. Only somebody who makes blocks over the
 * network's own JSON-RPC can have made one.
 */
const headGoodFor = 50
/** Ours, milliseconds: so long before that it is asked for again, if anybody asks still, so that nobody waits for it. */
const askedAhead = 35

/** What a node answers now. */
export interface OwnersNode {
  /** Grows with every block that is made here, and with another chain; null while that cannot be said. */
  changes(): number | null
  /** Hash of the newest block. */
  head(): Promise<string>
  /** Who holds a token; null when it does not exist. */
  ownerOf(contract: string, tokenId: number): Promise<string | null>
}

/** See `CollectionsClient`. */
export interface KeptOwners {
  ownerOf(contract: string, tokenId: number): Promise<string | null>
  ownerNow(contract: string, tokenId: number): string | null | undefined
}

/**
 * Who holds tokens, kept as long as the chain has no newer block. Which is the newest is asked when a block was made since it was asked for
 * last, or when that is `headGoodFor` ago (`askedAhead` before while owners are asked for); once at a time, for all together who came before
 * it is asked: those of one turn, and those who came while it was asked for others. For a node that is alone and near, since it is asked twice about what is not known.
 * @param clock milliseconds that only grow
 */
export function keptOwners(node: OwnersNode, clock: () => number = () => performance.now()): KeptOwners {
  const kept = new LRUCache<string, { owner: string | null; head: string }>({ max: ownersKept })
  let newest: { head: string; changes: number; until: number; isAskedAgain: boolean } | undefined
  let gathering: Promise<string> | undefined
  let before: Promise<unknown> = Promise.resolve()

  /** One after the other, so that what was asked for last stands. */
  function ask(): Promise<string> {
    const asked = before.then(question)
    before = asked.catch(() => undefined)
    return asked
  }

  async function gather(): Promise<string> {
    await before
    await setImmediate()
    gathering = undefined
    return await ask()
  }

  async function question(): Promise<string> {
    // Both as they are before it is asked: the answer may be from before what happens meanwhile.
    const changes = node.changes()
    const until = clock() + headGoodFor
    const head = await node.head()
    newest = changes === null ? undefined : { head, changes, until, isAskedAgain: false }
    return head
  }

  function known(): string | undefined {
    if (newest === undefined || newest.changes !== node.changes()) return undefined
    const left = newest.until - clock()
    if (left <= 0) return undefined
    if (left <= askedAhead && !newest.isAskedAgain) {
      newest.isAskedAgain = true
      // Whoever comes when it counts no more asks once more, and hears why there is no answer.
      ask().catch(() => undefined)
    }
    return newest.head
  }
  const keyOf = (contract: string, tokenId: number): string => `${contract} ${tokenId}`

  return {
    ownerNow(contract, tokenId) {
      const head = known()
      if (head === undefined) return undefined
      const one = kept.peek(keyOf(contract, tokenId))
      return one?.head === head ? one.owner : undefined
    },
    async ownerOf(contract, tokenId) {
      const key = keyOf(contract, tokenId)
      let now = known()
      if (now === undefined) {
        gathering ??= gather()
        now = await gathering
      }
      const one = kept.peek(key)
      if (one?.head === now) return one.owner
      // Asked for later than the block: where the chain still ends with that, this is what it says.
      const owner = await node.ownerOf(contract, tokenId)
      kept.set(key, { owner, head: now })
      return owner
    },
  }
}
