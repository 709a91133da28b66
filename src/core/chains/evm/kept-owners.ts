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
 * Who holds tokens, kept as long as the chain has no newer block. That is asked once at a time, by all together who came while it was asked
 * for the ones before them: nobody gets an answer to a question of before his own. For a node that is alone and near, since it is asked
 * twice about what is not known.
 */
export function keptOwners(node: OwnersNode): OwnersNode['ownerOf'] {
  const kept = new LRUCache<string, { owner: string | null; head: string }>({ max: ownersKept })
  let asked: Promise<string> | undefined
  let next: Promise<string> | undefined

  function head(): Promise<string> {
    if (!asked) return ask()
    next ??= asked.then(ask, ask)
    return next
  }

  function ask(): Promise<string> {
    const mine = node.head()
    asked = mine
    next = undefined
    const back = (): void => {
      if (next === undefined) asked = undefined
    }
    mine.then(back, back)
    return mine
  }

  return async (contract, tokenId) => {
    const key = `${contract} ${tokenId}`
    const now = await head()
    const known = kept.get(key)
    if (known?.head === now) return known.owner
    // Asked for later than the block: where the chain still ends with that, this is what it says.
    const owner = await node.ownerOf(contract, tokenId)
    kept.set(key, { owner, head: now })
    return owner
  }
}
