import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Project } from '../../../../shared/app-api.ts'
import { isChainName } from '../../../../shared/chains.ts'
import type { Work } from '../../../chains/family/work.ts'
import { literalIn, prefixOf } from '../../../lib/uri-prefix.ts'
import { requireStorageForMints } from '../../../metadata/live-storage.ts'
import { tokenOf } from '../../../minting/tokens.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { addAction, burnOf } from '../../../store/journal/actions.ts'
import type { MintDraft } from '../../../store/journal/mint-draft.ts'
import type { CoreContext } from '../../http/context.ts'
import { invalidRequest } from '../../http/faults.ts'
import { check } from '../../http/validation.ts'
import { readyToMint, requireFeature } from '../contracts.ts'
import { lengthFaults, readMetadata } from './mint-drafts.ts'
import { burntBefore, notMinted, requireNoCopy } from './refusals.ts'

type Update = { metadata: MintDraft['metadata']; given: unknown; reupload: boolean }

/** Reads the body of an update. @throws ApiFault 400 with every fault */
export function readUpdate(body: unknown, collection: CollectionRow): Update {
  const shape = check(z.object({ metadata: z.unknown(), reuploadLinkedFiles: z.boolean().optional() }), body)
  const given = shape.ok ? shape.value.metadata : metadataIn(body)
  const metadata = readMetadata(given, collection.base_uri !== null)
  const tooLong = isChainName(collection.chain) ? lengthFaults(given, collection.chain, '') : []
  if (!shape.ok || !metadata.ok || tooLong.length > 0)
    throw invalidRequest([...(shape.ok ? [] : shape.faults), ...(metadata.ok ? [] : metadata.faults), ...tooLong])
  return { metadata: metadata.value, given, reupload: shape.value.reuploadLinkedFiles ?? true }
}

function metadataIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'metadata' in body ? body.metadata : undefined
}

/** Accepts new metadata for an NFT; its linked files are stored first. @returns the action's id @throws CoreError 422 */
export async function acceptUpdate(
  context: CoreContext,
  project: Project,
  named: CollectionRow,
  row: NftRow,
  { metadata, given, reupload }: Update,
): Promise<string> {
  requireNoCopy(row)
  const collection = await readyToMint(context, project, named)
  if (row.state !== 'succeeded' || row.token_id === null || collection.contract_address === null)
    throw notMinted(row, 'update')
  requireFeature(collection, 'update')
  await requireUnburnt(context.db, row)
  await requireStorageForMints(context.storage, project, collection, [metadata])
  const uriPrefix = prefixOf(collection.contract_uri)
  // A scope of its own, so that files are fetched again: a URL may serve another picture than at the mint, which is the reason for an update.
  const scope = { id: null, importId: null, uriPrefix }
  // Metadata by the base URI is written out as a full URI, because a token's own URI cannot be removed again.
  const json = metadata && 'json' in metadata ? await context.metadata.resolve(scope, metadata.json, reupload) : null
  const hosted = metadata && 'uri' in metadata ? metadata.uri : `${collection.base_uri}/${row.token_id}`
  const uri = json === null ? hosted : await context.metadata.storeJson(json, uriPrefix)
  // A token with its own address has its name on chain, too.
  const shown = row.token_address === null ? {} : { name: tokenOf(collection, json, '', uri).name }
  const work: Work = {
    kind: 'update',
    contract: collection.contract_address,
    tokenId: row.token_id,
    uri,
    ...shown,
    ...literalIn(uriPrefix),
  }
  const id = randomUUID()
  const action = {
    projectId: project.id,
    id,
    kind: 'nfts.update',
    collectionPk: collection.pk,
    mintPk: row.pk,
  } as const
  await context.db.transaction().execute(async (tx) => {
    // While the linked files were fetched, the NFT may have been burnt.
    await requireUnburnt(tx, row)
    await addAction(tx, { ...action, work: { ...work, metadata: given ?? null } }, context.clock())
  })
  context.minting.wake(collection.pk)
  return id
}

/** @throws CoreError 422 for an NFT that is burnt, or being burnt */
async function requireUnburnt(db: Parameters<typeof burnOf>[0], { pk, id }: NftRow): Promise<void> {
  const burning = await burnOf(db, pk)
  if (burning) throw burntBefore(`The NFT ${JSON.stringify(id)}`, burning.status)
}
