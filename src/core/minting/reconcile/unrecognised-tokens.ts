import type { ChainClient } from '../../chains/family/family.ts'
import type { TreesClient } from '../../chains/family/trees.ts'
import { recoveredAddresses } from '../../store/collections/recovered-tokens.ts'
import { nameTokensFound, withLeaves } from '../../store/collections/trees.ts'
import { findUnrecognised, hasUnrecognised, nameUnrecognised } from '../../store/collections/unrecognised-mints.ts'
import { learnMints } from '../../store/journal/compose-batches.ts'
import { enterMinted } from '../../store/journal/settle-batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { memberOf } from '../compose/arrange.ts'
import type { Ready } from '../compose/resolve-mints.ts'
import type { QueueContext } from '../deps.ts'
import { accountKey, unrecognisedKey } from './unrecognised-mints.ts'

/**
 * Gives mints that are about to be composed the tokens that were read back as unrecognised: a mint of the same recipient and metadata gets the token,
 * each token once. A compressed token is a leaf of a tree, any other one an account.
 * @returns the mints that were entered
 */
export async function enterUnrecognisedTokens(
  { deps, client }: QueueContext,
  family: TreesClient,
  collection: CollectionRow,
  ready: readonly Ready[],
): Promise<Set<number>> {
  const { db } = deps
  const contract = collection.contract_address
  if (contract === null || !(await hasUnrecognised(db, collection.pk))) return new Set()
  const asked = ready.flatMap((one) => {
    const key = keyOf(client, family, collection.contract_kind, contract, one)
    return key === null ? [] : [{ one, pk: one.row.pk, tag: one.tag, key }]
  })
  const unrecognised = await findUnrecognised(
    db,
    collection.pk,
    asked.map(({ key }) => key),
  )
  const found = asked.flatMap(({ one, pk, tag, key }) => {
    const token = unrecognised.get(key)?.shift()
    return token ? [{ one, pk, tag, key, ...token }] : []
  })
  if (found.length === 0) return new Set()
  const leaves = found.filter(({ one }) => one.row.compressed === 1)
  const inTrees = leaves.map(({ pk, tokenId }) => ({ pk, ...family.placeOf(tokenId) }))
  const accounts = await recoveredAddresses(
    db,
    collection.pk,
    found.map(({ tokenId }) => tokenId),
  )
  const own = found.flatMap(({ one, pk, tokenId }) => {
    const address = one.row.compressed === 1 ? undefined : accounts.get(tokenId)
    return address === undefined ? [] : [{ pk, address }]
  })
  // In one commit, because only this step knows the address.
  await db.transaction().execute(async (trx) => {
    // The token on chain has the content that was asked for: later changes begin there.
    await learnMints(
      trx,
      found.map(({ one }) => memberOf(one)),
    )
    await nameUnrecognised(trx, collection.pk, found)
    await enterMinted(trx, found, deps.clock())
    await nameTokensFound(trx, [...(await withLeaves(trx, collection.pk, inTrees)), ...own])
  })
  return new Set(found.map(({ pk }) => pk))
}

function keyOf(
  { history }: Pick<ChainClient, 'history'>,
  family: TreesClient,
  contractKind: string,
  contract: string,
  { row, token }: Ready,
): string | null {
  if (!token) return null
  if (row.compressed === 1) return unrecognisedKey(token.recipient, family.dataHash(contractKind, contract, token))
  return history ? accountKey(token.recipient, token) : null
}
