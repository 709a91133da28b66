import type { FastifyReply } from 'fastify'
import type { MintAnswer } from '../../../../shared/api-schemas/nfts.ts'
import type { Project } from '../../../../shared/app-api.ts'
import { isChainName } from '../../../../shared/chains.ts'
import { requireStorageForMints } from '../../../metadata/live-storage.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { nftsByIds } from '../../../store/collections/nfts.ts'
import type { WalletRecord } from '../../../store/installation/wallets.ts'
import type { MintDraft } from '../../../store/journal/mint-draft.ts'
import { heldIds } from '../../../store/journal/mints.ts'
import type { Caller } from '../../http/auth.ts'
import type { CoreContext } from '../../http/context.ts'
import { type KeyedRequest, madeFor, markReplay, onceFor } from '../../http/replay.ts'
import { readyToMint } from '../contracts.ts'
import { userOf } from '../users.ts'
import { editionsOf } from './editions.ts'
import { differences, differencesOf } from './mint-differences.ts'
import type { WantedMint } from './mint-drafts.ts'
import { ownersOf } from './owners.ts'
import type { TakeMints } from './take-mints.ts'
import { mintView, newMintView } from './view.ts'

/** Most users whose wallets are derived before a batch is answered (0.4 ms each); with more, the engine derives all of them. */
const usersAtOnce = 500

/** The mints of one request. */
export interface MintRequests {
  caller: Caller
  /** The caller's name in the audit log. */
  who: string
  project: Project
  /** As it was found; `acceptMints` checks that it can be minted into. */
  collection: CollectionRow
  given: readonly WantedMint[]
  keyed: KeyedRequest | undefined
  /** Whether they came as a batch: then each answer names the fields in which its item differs from the existing mint. */
  batch?: boolean
  /** How an existing mint is answered; the view of a mint by default. */
  shown?: (row: NftRow, collection: CollectionRow, owner: string | undefined) => MintAnswer
}

/**
 * Takes a request's mints into the journal, all of them or none, and answers the NFTs in the given order. If an idempotency key or a caller's
 * ids were used before, the answer is the existing NFTs as they are, whatever the state of the collection, with headers that
 * report this.
 * @throws ApiFault 409 for a key that came with another body; CoreError 422 for what cannot be minted now
 */
export async function acceptMints(
  context: CoreContext,
  take: TakeMints,
  asked: MintRequests,
  reply: FastifyReply,
): Promise<MintAnswer[]> {
  const { project, given } = asked
  const before = await madeBefore(context, asked)
  if (before) {
    // Another request may have made them just now, and an answer must be on disk.
    await context.commits.onDisk()
    return await answerAgain(context, asked, before, reply)
  }
  const collection = await readyToMint(context, project, asked.collection)
  const editions = await editionsOf(context, collection, given)
  const metadata = editions.map((one) => one.metadata)
  await requireStorageForMints(context.storage, project, collection, metadata)
  const mints = editions.map(({ mint }) => mint)
  const { drafts, wallets } = await withWallets(context, project, collection, mints)
  const { ids, made, replayed } = await take({ ...asked, collection, drafts, wallets })
  const created = made.filter((mint) => mint.created).length
  if (created > 0) context.minting.wake(collection.pk)
  if (!replayed && created === made.length)
    return made.map(({ id, actionId = id }) => newMintView(id, actionId, collection))
  if (replayed || created === 0) return await answerAgain(context, { ...asked, collection }, ids, reply)
  const stood = new Set(made.filter((mint) => !mint.created).map(({ id }) => id))
  return await standing(context, { ...asked, collection }, ids, (id) => stood.has(id))
}

/** The ids that an earlier request made; undefined if this request is new. */
async function madeBefore(
  { db, clock }: Pick<CoreContext, 'db' | 'clock'>,
  { collection, given, keyed }: MintRequests,
): Promise<string[] | undefined> {
  const ids = keyed && (await madeFor(db, keyed))
  if (ids) return ids
  const named = given.flatMap(({ draft }) => (draft.id === undefined ? [] : [draft.id]))
  if (named.length < given.length) return undefined
  const held = await heldIds(db, collection.pk, { named, ofRun: [] })
  if (!named.every((id) => held.has(id))) return undefined
  if (keyed === undefined) return named
  // The key is recorded for these ids, too, so that it makes nothing with another body.
  return (await db.transaction().execute((tx) => onceFor(tx, keyed, clock(), async () => named))).ids
}

/** Answers that nothing was made, with the fields in which the request differs. Only mints under a caller's id can differ from their request. */
async function answerAgain(
  context: CoreContext,
  asked: MintRequests,
  ids: readonly string[],
  reply: FastifyReply,
): Promise<MintAnswer[]> {
  const rows = await nftsById(context.db, asked.collection, ids)
  markReplay(reply, differences(asked.given, ids, rows))
  return await standing(context, asked, ids, () => true, rows)
}

/** @param stood whether the id existed before, so that its item may differ from the mint */
async function standing(
  context: CoreContext,
  { project, collection, given, batch = false, shown = mintView }: MintRequests,
  ids: readonly string[],
  stood: (id: string) => boolean,
  known?: ReadonlyMap<string, NftRow>,
): Promise<MintAnswer[]> {
  const rows = known ?? (await nftsById(context.db, collection, ids))
  const owners = await ownersOf(context, project, collection, [...rows.values()])
  return ids.flatMap((id, at) => {
    const row = rows.get(id)
    if (!row) return []
    const item = given[at]
    const others = batch && item && stood(id) ? differencesOf(item, row) : []
    return [
      { ...shown(row, collection, owners.get(row.pk)), ...(others.length === 0 ? {} : { idempotentMismatch: others }) },
    ]
  })
}

async function nftsById(
  db: CoreContext['db'],
  { pk }: CollectionRow,
  ids: readonly string[],
): Promise<Map<string, NftRow>> {
  return new Map((await nftsByIds(db, pk, ids)).map((row) => [row.id, row]))
}

async function withWallets(
  context: CoreContext,
  project: Project,
  collection: CollectionRow,
  given: readonly WantedMint[],
): Promise<{ drafts: MintDraft[]; wallets: WalletRecord[] }> {
  const users = new Map(given.flatMap(({ recipient }) => (userOf(recipient) ? [[recipient.locator, recipient]] : [])))
  const addresses = new Map<string, string>()
  const wallets: WalletRecord[] = []
  if (users.size <= usersAtOnce && isChainName(collection.chain))
    for (const recipient of users.values()) {
      const user = userOf(recipient)
      if (!user) continue
      const address = await context.wallets.address(project.kind, project.index, user, collection.chain)
      addresses.set(recipient.locator, address)
      wallets.push({ ...user, chain: collection.chain, address })
    }
  const drafts = given.map(({ draft }) => ({
    ...draft,
    address: draft.address ?? addresses.get(draft.recipient) ?? null,
  }))
  return { drafts, wallets }
}
