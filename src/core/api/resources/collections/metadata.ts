import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CollectionShown, CollectionShownPatch, Project } from '../../../../shared/app-api.ts'
import { isChainName } from '../../../../shared/chains.ts'
import { familyOf } from '../../../../shared/families.ts'
import type { ShownOfCollection } from '../../../chains/family/collections.ts'
import type { Json } from '../../../lib/canonical-json.ts'
import { CoreError } from '../../../lib/errors.ts'
import { jsonOf } from '../../../lib/json.ts'
import { contentPath, ipfsPrefix, prefixOf } from '../../../lib/uri-prefix.ts'
import { requireStorageForMints } from '../../../metadata/live-storage.ts'
import { collectionFacts } from '../../../minting/deps.ts'
import { settingsWanted } from '../../../store/collections/changes.ts'
import { type CollectionRow, collectionByPk } from '../../../store/collections/collections.ts'
import { isDefaultCollection } from '../../../store/collections/default-collections.ts'
import { shownOf } from '../../../store/collections/settings.ts'
import type { CoreContext } from '../../http/context.ts'
import { invalidRequest } from '../../http/faults.ts'
import { metadataOf, readyToMint, requireFeature } from '../contracts.ts'
import { acceptChanges } from './changes.ts'

type Pictures = Pick<CollectionShown, 'imageUrl' | 'bannerUrl'>

/**
 * Accepts a change of a collection's own metadata: stores the new metadata, and queues the change by which the contract will name it. The row
 * keeps the original metadata, since the contract's address and its content's addresses follow from that.
 * @returns the action's id
 * @throws ApiFault 400 for a picture that is none; CoreError 422 with the obstacle
 */
export async function acceptMetadata(
  context: CoreContext,
  project: Project,
  given: CollectionRow,
  patch: CollectionShownPatch,
): Promise<string> {
  requireFeature(given, 'metadata')
  await readyToMint(context, project, given)
  const collection = await collectionByPk(context.db, given.pk)
  await requireStorageForMints(context.storage, project, collection, [{ json: '' }])
  const placed = await placedPictures(context, collection, patch)
  for (;;) {
    const accepted = await acceptOver(context, project, collection, patch, placed)
    if (accepted !== null) return accepted
  }
}

/** Accepts the change on top of the settings wanted now; null if another change was accepted meanwhile, which must not be undone. */
async function acceptOver(
  context: CoreContext,
  project: Project,
  collection: CollectionRow,
  patch: CollectionShownPatch,
  placed: Partial<Pictures>,
): Promise<string | null> {
  const wanted = await settingsWanted(context.db, await collectionByPk(context.db, collection.pk))
  const standing = shownOf(collection, wanted)
  const shown: ShownOfCollection = {
    description: patch.description ?? standing.description,
    imageUrl: patch.imageUrl ?? standing.imageUrl,
    bannerUrl: patch.bannerUrl ?? standing.bannerUrl,
    link: patch.link ?? standing.link,
  }
  // An unchanged picture stays as the metadata names it: its original host may be gone, or serve another picture by now.
  const kept = await picturesAt(context, wanted.changed?.uri ?? collection.contract_uri ?? '')
  const uri = await storeMetadata(context, project, collection, { ...shown, ...kept, ...placed })
  let isOver = true
  const { actionId } = await acceptChanges(context, project, collection, async (now, tx) => {
    isOver = (await settingsWanted(tx, now)).changed?.uri === wanted.changed?.uri
    return isOver ? [{ kind: 'set-metadata', uri, shown }] : []
  })
  return isOver ? actionId : null
}

/** The pictures that metadata of our own names; nothing if the metadata is not stored here. */
async function picturesAt({ content, storage }: CoreContext, uri: string): Promise<Partial<Pictures>> {
  const path = contentPath(uri) ?? (await storage.items.cidOf(uri))
  const bytes = path === undefined ? undefined : await content.read(path)
  if (bytes === undefined) return {}
  const named = pictures.safeParse(jsonOf(new TextDecoder().decode(bytes)))
  return named.success ? { imageUrl: named.data.image, bannerUrl: named.data.banner_image } : {}
}

const text = z.string().default('')
/** Defaults, because recovery may have found metadata that others wrote. */
const pictures = z.object({ image: text, banner_image: text })

/** Stores a collection's metadata. @param shown its pictures as metadata names them @returns the URI */
async function storeMetadata(
  context: CoreContext,
  project: Project,
  collection: CollectionRow,
  shown: ShownOfCollection,
): Promise<string> {
  const { name, symbol } = metadataOf(collection)
  const { imageUrl: image, bannerUrl: banner } = shown
  const isSealed = !isDefaultCollection(collection.id) && (await hasOwnId(context, project, collection))
  return await context.metadata.storeContract(
    { kind: project.kind, anyAddress: isChainName(collection.chain) && familyOf(collection.chain).anyAddress },
    { name, symbol, image, banner, description: shown.description, link: shown.link },
    false,
    isSealed ? { project, id: collection.id } : undefined,
    prefixOf(collection.contract_uri),
  )
}

/** Whether the contract's address follows from the id. After recovery the id may be a new one; then the sealed original must not be lost. */
async function hasOwnId(
  { chains }: Pick<CoreContext, 'chains'>,
  project: Project,
  collection: CollectionRow,
): Promise<boolean> {
  const client = await chains.client(project.kind, collection.chain)
  return client.contractAddress(collectionFacts(project, collection)) === collection.contract_address
}

/** New pictures as metadata names them: linked ones are copied as at the collection's creation, stored ones are named as the storage serves them. */
async function placedPictures(
  context: CoreContext,
  collection: CollectionRow,
  given: CollectionShownPatch,
): Promise<Partial<Pictures>> {
  const scope = { id: randomUUID(), importId: null }
  const uriPrefix = prefixOf(collection.contract_uri)
  const place = async (field: keyof Pictures, url: string): Promise<string> => {
    if (url === '' || (collection.reupload === 0 && !url.startsWith(ipfsPrefix))) return url
    const kept = await resolvePicture(context, scope, field, url)
    await requirePicture(context, field, kept)
    return kept === url && !kept.startsWith(ipfsPrefix)
      ? kept
      : await resolvePicture(context, { ...scope, id: `${scope.id} ${uriPrefix}`, uriPrefix }, field, kept)
  }
  const placed: Partial<Pictures> = {}
  for (const field of ['imageUrl', 'bannerUrl'] as const) {
    const url = given[field]
    if (url !== undefined) placed[field] = await place(field, url)
  }
  return placed
}

/** The address of a picture's copy. @throws ApiFault 400 if it cannot be fetched */
async function resolvePicture(
  { metadata }: Pick<CoreContext, 'metadata'>,
  scope: Parameters<CoreContext['metadata']['resolve']>[0],
  field: keyof Pictures,
  url: string,
): Promise<string> {
  try {
    const { image } = JSON.parse(await metadata.resolve(scope, JSON.stringify({ image: url }), true)) as { image: Json }
    return String(image)
  } catch (error) {
    // The sentence begins with the field of metadata, which is not the request's.
    if (error instanceof CoreError)
      throw invalidRequest([{ path: field, message: error.message.replace(/^image: /, '') }])
    throw error
  }
}

/** @throws ApiFault 400 for stored content that is no picture */
async function requirePicture({ content }: CoreContext, field: keyof Pictures, uri: string): Promise<void> {
  const path = contentPath(uri)
  const file = path === undefined ? undefined : await content.find(path)
  if (file?.kind !== 'file') return
  const type = await content.contentType(file)
  if (type.startsWith('image/')) return
  throw invalidRequest([
    { path: field, message: `${field} is no picture, but ${type}: choose one such as PNG, JPEG or SVG.` },
  ])
}
