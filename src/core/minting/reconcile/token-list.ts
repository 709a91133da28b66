import type { ListedToken, TokenListClient } from '../../chains/family/token-list.ts'
import type { NewToken } from '../../chains/family/tokens.ts'
import { CoreError } from '../../lib/errors.ts'
import { haltCollection } from '../../store/collections/halting.ts'
import { accountedTokens, enterKnown, knownTokenIds } from '../../store/collections/known-mints.ts'
import { recoveredAddresses } from '../../store/collections/recovered-tokens.ts'
import { nameTokensFound, tokensInDoubt } from '../../store/collections/trees.ts'
import { findUnrecognised, hasUnrecognised, unrecognisedTag } from '../../store/collections/unrecognised-mints.ts'
import { nameTokensWithin } from '../../store/collections/untagged-tokens.ts'
import { mintIdOf } from '../../store/journal/batches.ts'
import { learnMints } from '../../store/journal/compose-batches.ts'
import { dissolveBatches, enterMinted } from '../../store/journal/settle-batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { memberOf } from '../compose/arrange.ts'
import type { Ready } from '../compose/resolve-mints.ts'
import type { QueueContext } from '../deps.ts'
import { mintIdentity } from '../job-id.ts'
import { tokensOf } from '../tokens.ts'
import { contractOf } from '../work.ts'
import { accountKey } from './unrecognised-mints.ts'

/**
 * Compares a collection's own counter with the journal before anything (more) is signed for it, while nothing of it is in flight. Where the chain is
 * ahead (an older copy of the database, a second copy of the app), it reads the tokens from the treasury's transactions, and gives them to waiting
 * mints of the same recipient, name and URI; the rest is unrecognised.
 * @returns the mints that were entered, and the number of unrecognised tokens; null when nothing may be signed for the collection
 */
export async function reconcileTokenList(
  context: QueueContext,
  list: TokenListClient,
  collection: CollectionRow,
): Promise<{ entered: number[]; unrecognised: number } | null> {
  const { deps, client, queue } = context
  const contract = contractOf(collection)
  const count = await list.minted(contract)
  const accounted = await accountedTokens(deps.db, collection.pk)
  if (count === accounted) return { entered: [], unrecognised: 0 }
  deps.log.warn(
    { collection: collection.id, network: client.network, onChain: count, accounted },
    'a collection and the journal differ; reading the treasury’s transactions',
  )
  const listed = count < accounted ? [] : await list.tokensOf(contract, queue.signer)
  if (listed.length < count || count < accounted) {
    await haltCollection(
      deps.db,
      collection.pk,
      unreadable(client.network, collection, count, accounted),
      context.resumes,
    )
    deps.events.collectionChanged(collection.pk)
    return null
  }
  deps.point('before enter')
  const found = await enterListed(context, collection, listed)
  deps.point('after enter')
  return found
}

function unreadable(network: string, collection: CollectionRow, onChain: number, accounted: number): string {
  const contract = contractOf(collection)
  return onChain < accounted
    ? `The collection ${contract} counts ${onChain} NFTs on ${network}, and this database ${accounted}: the network is another one, or began anew. Nothing more is minted into this collection, so that nobody gets an NFT twice.`
    : `The collection ${contract} counts ${onChain} NFTs, this database ${accounted}, and the RPC’s history does not reach back to the others. Nothing more is minted into this collection, so that nobody gets an NFT twice: set an RPC that keeps the whole history, take out those that do not, then go on with “mintdesk collections resume ${collection.id}”.`
}

/** The key by which a mint finds its token: recipient, name and URI. */
function keyOf(token: Pick<NewToken, 'recipient' | 'name' | 'uri'>): string {
  return accountKey(token.recipient, token)
}

/** Enters tokens that the journal lacks: each goes to a waiting mint of the same recipient, name and URI, if there is one. */
export async function enterListed(
  { deps, project }: Pick<QueueContext, 'deps' | 'project'>,
  collection: CollectionRow,
  listed: readonly ListedToken[],
): Promise<{ entered: number[]; unrecognised: number }> {
  const { db } = deps
  const doubtful = await tokensInDoubt(db, collection.pk, false)
  const waiting = new Map<string, number[]>()
  for (const [at, token] of (await tokensOf(db, collection, doubtful)).entries()) {
    const key = keyOf(token)
    waiting.set(key, [...(waiting.get(key) ?? []), doubtful[at]?.pk ?? 0])
  }
  const found = await db.transaction().execute(async (trx) => {
    const known = await knownTokenIds(trx, collection.pk)
    const minted: { pk: number; tokenId: number; txHash: string; address: string }[] = []
    const read: { tag: string; tokenId: number; txHash: string }[] = []
    for (const token of listed) {
      if (known.has(token.tokenId)) continue
      const { tokenId, txHash, address } = token
      const key = keyOf(token)
      const pk = waiting.get(key)?.shift()
      if (pk !== undefined) minted.push({ pk, tokenId, txHash, address })
      const tag =
        pk === undefined
          ? unrecognisedTag(key, tokenId)
          : deps.identity.tag(project, mintIdentity(project.index, collection.id, await mintIdOf(trx, pk)))
      read.push({ tag, tokenId, txHash })
    }
    await enterMinted(trx, minted, deps.clock())
    await nameTokensFound(trx, minted)
    // All of them are entered as known, so that each counts once.
    await enterKnown(trx, collection.pk, read)
    return { entered: minted.map(({ pk }) => pk), unrecognised: read.length - minted.length }
  })
  await dissolveBatches(db, collection.pk, deps.clock())
  return found
}

/**
 * Gives mints that are about to be composed the tokens that were read back as unrecognised: a mint of the same recipient, name and metadata gets the
 * token, each token once.
 * @returns the mints that were entered
 * @throws CoreError `network.incomplete` while no node reports one of these tokens
 */
export async function enterListedTokens(
  { deps }: QueueContext,
  list: TokenListClient,
  collection: CollectionRow,
  ready: readonly Ready[],
): Promise<Set<number>> {
  const { db } = deps
  if (!(await hasUnrecognised(db, collection.pk))) return new Set()
  const asked = ready.flatMap((one) =>
    one.token ? [{ one, pk: one.row.pk, tag: one.tag, key: keyOf(one.token) }] : [],
  )
  const unrecognised = await findUnrecognised(
    db,
    collection.pk,
    asked.map(({ key }) => key),
  )
  const same = asked.flatMap(({ one, pk, tag, key }) => {
    const token = unrecognised.get(key)?.shift()
    return token ? [{ one, pk, tag, ...token }] : []
  })
  if (same.length === 0) return new Set()
  const addresses = await addressesOf(deps.db, list, collection, same)
  const found = same.flatMap((one) => {
    const address = addresses.get(one.tokenId)
    return address === undefined ? [] : [{ ...one, address }]
  })
  // A mint whose token the node does not report would be minted a second time.
  if (found.length < same.length)
    throw new CoreError(
      'network.incomplete',
      `The RPC does not tell which NFTs of the collection ${contractOf(collection)} were minted before: set one that keeps the whole history, and take out those that do not.`,
    )
  // In one commit, because only this step knows the address.
  await db.transaction().execute(async (trx) => {
    // The token on chain has the content that was asked for: later changes begin there.
    await learnMints(
      trx,
      found.map(({ one }) => memberOf(one)),
    )
    const named = new Map(found.map(({ tag, tokenId, txHash }) => [tag, { tokenId, txHash }]))
    await nameTokensWithin(trx, collection.pk, named)
    await enterMinted(trx, found, deps.clock())
    await nameTokensFound(trx, found)
  })
  return new Set(found.map(({ pk }) => pk))
}

/** Token addresses by token id: from a recovery that entered them, else from the transactions that minted them. */
async function addressesOf(
  db: Store,
  list: TokenListClient,
  collection: CollectionRow,
  tokens: readonly { tokenId: number; txHash: string }[],
): Promise<Map<number, string>> {
  const addresses = await recoveredAddresses(
    db,
    collection.pk,
    tokens.map(({ tokenId }) => tokenId),
  )
  const open = tokens.filter(({ tokenId }) => !addresses.has(tokenId))
  if (open.length === 0) return addresses
  const listed = await list.tokensIn(contractOf(collection), [...new Set(open.map(({ txHash }) => txHash))])
  for (const { tokenId, address } of listed) addresses.set(tokenId, address)
  return addresses
}
