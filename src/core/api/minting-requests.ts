import type { FastifyReply } from 'fastify'
import type { MintAnswer } from '../../shared/api-schemas/nfts.ts'
import type { Project } from '../../shared/app-api.ts'
import { isChainName } from '../../shared/chains.ts'
import type { Recipient } from '../../shared/locator.ts'
import type { CoreContext, WalletUser } from '../context.ts'
import { canonicalJson } from '../metadata/canonical-json.ts'
import { requireStorageForMints } from '../minting/live-storage.ts'
import type { CollectionRow } from '../store/collections.ts'
import type { GroupCommit } from '../store/group-commit.ts'
import { type EnqueuedMint, enqueueMints, type MintDraft } from '../store/mints.ts'
import { type NftRow, nftsByIds } from '../store/nfts.ts'
import { addWallets, type WalletRecord } from '../store/wallets.ts'
import type { WantedMint } from './mint-drafts.ts'
import { mintView, newMintView, ownersOf } from './nft-view.ts'
import { type KeyedRequest, markReplay, onceFor } from './replay.ts'

/** Most users whose wallets are derived before a batch is answered (0.4 ms each); the engine derives the others'. */
const usersAtOnce = 500
/** Most fields that a header names. */
const mismatchesNamed = 20

/**
 * Puts what was asked for into the journal, all of it or none, and answers the NFTs in the order given. What an idempotency key or
 * a caller's id was used for before is answered as it stands, with the headers that say so.
 */
export async function acceptMints(
  context: CoreContext,
  commit: GroupCommit,
  project: Project,
  collection: CollectionRow,
  given: readonly WantedMint[],
  keyed: KeyedRequest | undefined,
  reply: FastifyReply,
): Promise<MintAnswer[]> {
  await requireStorageForMints(
    context.storage,
    project,
    given.map(({ draft }) => draft.metadata),
  )
  const now = context.clock()
  const { drafts, wallets } = await withWallets(context, project, collection, given)
  let made: EnqueuedMint[] = []
  const { ids, replayed } = await commit((tx) =>
    onceFor(tx, keyed, now, async () => {
      made = await enqueueMints(tx, collection, drafts, { now })
      await addWallets(tx, project.id, wallets, now)
      return made.map(({ id }) => id)
    }),
  )
  if (made.some(({ created }) => created)) context.minting.wake(collection.pk)
  if (!replayed && made.every(({ created }) => created))
    return made.map(({ id, actionId = id }) => newMintView(id, actionId, collection))
  const rows = new Map((await nftsByIds(context.db, collection.pk, ids)).map((row) => [row.id, row]))
  if (replayed || made.every(({ created }) => !created))
    markReplay(reply, replayed ? [] : differences(given, made, rows))
  const owners = await ownersOf(context, project, collection, [...rows.values()])
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [mintView(row, collection, owners.get(row.pk))] : []
  })
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

/** The user that a recipient names; undefined for an address. */
export function userOf(recipient: Recipient): WalletUser | undefined {
  if (recipient.kind === 'email') return { kind: 'email', user: recipient.email }
  return recipient.kind === 'userId' ? { kind: 'userId', user: recipient.userId } : undefined
}

/** The fields in which requests ask for something else than what stands under their ids. */
function differences(
  given: readonly WantedMint[],
  made: readonly EnqueuedMint[],
  rows: ReadonlyMap<string, NftRow>,
): string[] {
  const all = given.flatMap(({ draft }, at) => {
    const row = rows.get(made[at]?.id ?? '')
    if (!row) return []
    const prefix = given.length > 1 ? `nfts[${at}].` : ''
    return differencesOf(draft, row).map((field) => `${prefix}${field}`)
  })
  return all.slice(0, mismatchesNamed)
}

function differencesOf(draft: MintDraft, row: NftRow): string[] {
  const fields = draft.recipient === row.recipient ? [] : ['recipient']
  const wanted = draft.metadata
  if (wanted && 'json' in wanted && row.json !== null) fields.push(...metadataDifferences(wanted.json, row.json))
  else if ((wanted && 'uri' in wanted ? wanted.uri : null) !== row.metadata_uri || row.json !== null)
    fields.push('metadata')
  if (draft.reupload !== (row.reupload === 1)) fields.push('reuploadLinkedFiles')
  return fields
}

function metadataDifferences(wanted: string, standing: string): string[] {
  if (wanted === standing) return []
  const [a, b]: Record<string, unknown>[] = [JSON.parse(wanted), JSON.parse(standing)]
  const keys = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].sort()
  return keys
    .filter((key) => canonicalJson([a?.[key] ?? null]) !== canonicalJson([b?.[key] ?? null]))
    .map((key) => `metadata.${key}`)
}
