import type { NewToken } from '../../chains/family/tokens.ts'
import type { TreesClient } from '../../chains/family/trees.ts'
import { nameTokensFound, withLeaves } from '../../store/collections/trees.ts'
import { findUnrecognised, hasUnrecognised } from '../../store/collections/unrecognised-mints.ts'
import { nameTokens } from '../../store/collections/untagged-tokens.ts'
import { enterMinted } from '../../store/journal/settle-batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { unrecognisedKey } from './unrecognised-mints.ts'

/**
 * Mints that are about to be composed may be among the leaves that were read back from a tree and were nobody's then: whoever asks for
 * the same metadata for the same recipient gets that one, each leaf once.
 * @returns the mints that were entered
 */
export async function enterUnrecognisedLeaves(
  { deps }: QueueContext,
  family: TreesClient,
  collection: CollectionRow,
  ready: readonly { tag: string; row: { pk: number; compressed: number }; token?: NewToken }[],
): Promise<Set<number>> {
  const { db } = deps
  const contract = collection.contract_address
  if (contract === null || !(await hasUnrecognised(db, collection.pk))) return new Set()
  const asked = ready.flatMap(({ tag, token, row }) =>
    token && row.compressed === 1
      ? [
          {
            pk: row.pk,
            tag,
            key: unrecognisedKey(token.recipient, family.dataHash(collection.contract_kind, contract, token)),
          },
        ]
      : [],
  )
  const unrecognised = await findUnrecognised(
    db,
    collection.pk,
    asked.map(({ key }) => key),
  )
  const found = asked.flatMap(({ pk, tag, key }) => {
    const token = unrecognised.get(key)?.shift()
    return token ? [{ pk, tag, ...token }] : []
  })
  if (found.length === 0) return new Set()
  const places = found.map(({ pk, tokenId }) => ({ pk, ...family.placeOf(tokenId) }))
  await nameTokens(db, collection.pk, new Map(found.map(({ tag, ...token }) => [tag, token])))
  await enterMinted(db, found, deps.clock())
  await nameTokensFound(db, await withLeaves(db, collection.pk, places))
  return new Set(found.map(({ pk }) => pk))
}
