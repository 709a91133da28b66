import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

/** Ours: some MB. */
const ownersKept = 20_000

/** What a node answers now. */
export interface OwnersNode {
  /** Hash of the newest block. */
  head(): Promise<string>
  /** Who holds a token; null when it does not exist. */
  ownerOf(contract: string, tokenId: number): Promise<string | null>
}

/**
 * Who holds tokens, kept as long as the chain has no newer block. That is asked once at a time, for all together who came before it is
 * asked: those of one turn, and those who came while it was asked for others. Nobody gets an answer to a question of before his own. For
 * a node that is alone and near, since it is asked twice about what is not known.
 */
export function keptOwners(node: OwnersNode): OwnersNode['ownerOf'] {
  const kept = new LRUCache<string, { owner: string | null; head: string }>({ max: ownersKept })
  let gathering: Promise<string> | undefined
  let before: Promise<unknown> = Promise.resolve()

  async function ask(): Promise<string> {
    await before
    await setImmediate()
    gathering = undefined
    const asked = node.head()
    before = asked.catch(() => undefined)
    return await asked
  }

  return async (contract, tokenId) => {
    const key = `${contract} ${tokenId}`
    gathering ??= ask()
    const now = await gathering
    const known = kept.get(key)
    if (known?.head === now) return known.owner
    // Asked for later than the block: where the chain still ends with that, this is what it says.
    const owner = await node.ownerOf(contract, tokenId)
    kept.set(key, { owner, head: now })
    return owner
  }
}
