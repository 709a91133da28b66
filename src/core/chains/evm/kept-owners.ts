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
 * Who holds tokens, kept as long as the chain has no newer block: all that ask in a moment ask for that once, together. For a node that
 * is alone and near, since it is asked twice about what is not known.
 */
export function keptOwners(node: OwnersNode): OwnersNode['ownerOf'] {
  const kept = new LRUCache<string, { owner: string | null; head: string }>({ max: ownersKept })
  let asking: Promise<string> | undefined

  function head(): Promise<string> {
    if (!asking) {
      // Ends with the turn, before what is asked has gone out: nobody gets an answer to a question of before his own.
      setImmediate(() => {
        asking = undefined
      })
      asking = node.head()
    }
    return asking
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
