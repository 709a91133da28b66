import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { callerId } from '../../../../shared/api-schemas/common.ts'
import { unitsOfTemplate } from '../../../../shared/api-schemas/nfts.ts'
import { type ChainName, isChainName } from '../../../../shared/chains.ts'
import { lostDigits } from '../../../../shared/exact-json.ts'
import { parseRecipient, type Recipient } from '../../../../shared/locator.ts'
import { checkMetadata, pathText } from '../../../../shared/nft-metadata.ts'
import { tooLongOnChain } from '../../../../shared/on-chain-lengths.ts'
import { contentHash, contentHashOf } from '../../../imports/content-hash.ts'
import { CanonicalJsonError, canonicalJson } from '../../../lib/canonical-json.ts'
import type { FaultDetail } from '../../../lib/errors.ts'
import { type CollectionRow, keepsTrees } from '../../../store/collections/collections.ts'
import type { MintDraft } from '../../../store/journal/mint-draft.ts'
import { check, joinPath } from '../../http/validation.ts'

/** A requested mint, checked; with the full `recipient`, so that a user's wallet can be derived. */
export interface WantedMint {
  /** For copies of a template without the template's key, which is looked up with the journal (`editionsOf`). */
  draft: MintDraft
  recipient: Recipient
  /** The template whose copies are minted. */
  templateId?: string
}

/** The content of a body, or all its faults. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; faults: FaultDetail[] }

const fields = z.object({
  recipient: z.string(),
  reuploadLinkedFiles: z.boolean().optional(),
  compressed: z.boolean().optional(),
  id: callerId.optional(),
  templateId: callerId.optional(),
  amount: unitsOfTemplate,
})
const withoutId = fields.omit({ id: true })

/**
 * Checks one mint request and reports all its faults at once, each with a path that begins with `prefix`.
 * @param id the caller's id from the path; a batch's items bring their own
 */
export function readMint(item: unknown, collection: CollectionRow, prefix = '', id?: string): Read<WantedMint> {
  const shape = check(prefix === '' ? withoutId : fields, item, prefix)
  const faults = shape.ok ? [] : [...shape.faults]
  const given: { recipient?: unknown; metadata?: unknown; templateId?: unknown; amount?: unknown } =
    typeof item === 'object' && item !== null ? item : {}
  const chain = isChainName(collection.chain) ? collection.chain : undefined
  const parsed = typeof given.recipient === 'string' ? parseRecipient(given.recipient, chain) : undefined
  if (parsed && !parsed.ok)
    faults.push(...parsed.faults.map(({ message }) => ({ path: joinPath(prefix, 'recipient'), message })))
  const isObject = typeof item === 'object' && item !== null && !Array.isArray(item)
  const isEdition = given.templateId !== undefined
  const metadata = isObject
    ? readMetadata(given.metadata, collection.base_uri !== null || isEdition, prefix)
    : undefined
  if (isEdition && given.metadata !== undefined)
    faults.push({
      path: joinPath(prefix, 'templateId'),
      message: `${joinPath(prefix, 'templateId')} stands in place of metadata: send one of them.`,
    })
  if (!isEdition && given.amount !== undefined)
    faults.push({
      path: joinPath(prefix, 'amount'),
      message: `${joinPath(prefix, 'amount')} is of editions of a template: send templateId too, or leave it out.`,
    })
  if (metadata && !metadata.ok) faults.push(...metadata.faults)
  if (chain) faults.push(...lengthFaults(given.metadata, chain, prefix))
  if (!shape.ok || !parsed?.ok || !metadata?.ok || faults.length > 0) return { ok: false, faults }
  const { recipient } = parsed
  const own = id ?? ('id' in shape.value && typeof shape.value.id === 'string' ? shape.value.id : undefined)
  const { templateId, amount } = shape.value
  if (templateId !== undefined) return { ok: true, value: wantedEdition({ id: own, recipient, templateId, amount }) }
  return {
    ok: true,
    value: {
      recipient,
      draft: {
        id: own,
        recipient: recipient.locator,
        address: recipient.kind === 'address' ? recipient.address : null,
        metadata: metadata.value,
        reupload: shape.value.reuploadLinkedFiles ?? true,
        compressed: keepsTrees(collection) && (shape.value.compressed ?? true),
        contentHash:
          metadata.value && 'json' in metadata.value
            ? contentHashOf(recipient.locator, metadata.value.json)
            : contentHash({
                recipient: recipient.locator,
                ...(typeof given.metadata === 'string' ? { metadataUri: given.metadata } : {}),
              }),
      },
    },
  }
}

/** Copies of a template for one recipient. */
export function wantedEdition({
  id,
  recipient,
  templateId,
  amount = 1,
}: {
  id?: string | undefined
  recipient: Recipient
  templateId: string
  amount: number | undefined
}): WantedMint {
  return {
    recipient,
    templateId,
    draft: {
      id,
      recipient: recipient.locator,
      address: recipient.kind === 'address' ? recipient.address : null,
      metadata: null,
      // The template's own setting applies.
      reupload: true,
      // Never equal to that of a spreadsheet's row: the caller asked for these copies one by one.
      contentHash: contentHash({
        recipient: recipient.locator,
        metadata: { template: canonicalJson([templateId, amount]) },
      }),
      amount,
    },
  }
}

/** Faults of names and URIs that are too long to be stored on chain. */
export function lengthFaults(metadata: unknown, chain: ChainName, prefix: string): FaultDetail[] {
  const path = joinPath(prefix, 'metadata')
  const fault = (at: string, message: string | null) => (message === null ? [] : [{ path: at, message }])
  if (typeof metadata === 'string') return fault(path, tooLongOnChain(chain, 'uri', metadata, path))
  const name = typeof metadata === 'object' && metadata !== null && 'name' in metadata ? metadata.name : undefined
  if (typeof name !== 'string') return []
  return fault(`${path}.name`, tooLongOnChain(chain, 'name', name, `${path}.name`))
}

/** How many items are checked before other requests get a turn: about 10 ms. */
const itemsPerTurn = 250

/** Checks a batch as a whole: its items, and that no id is used for two different mints. */
export async function readBatch(items: readonly unknown[], collection: CollectionRow): Promise<Read<WantedMint[]>> {
  const faults: FaultDetail[] = []
  const wanted: WantedMint[] = []
  const byId = new Map<string, MintDraft>()
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % itemsPerTurn === 0) await setImmediate()
    const read = readMint(item, collection, `nfts[${at}]`)
    if (!read.ok) {
      faults.push(...read.faults)
      continue
    }
    wanted.push(read.value)
    const { draft } = read.value
    if (draft.id === undefined) continue
    const same = byId.get(draft.id)
    if (same && !same.contentHash.equals(draft.contentHash))
      faults.push({
        path: `nfts[${at}].id`,
        message: `The id ${JSON.stringify(draft.id)} stands for two different NFTs in this batch: give each its own.`,
      })
    byId.set(draft.id, draft)
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: wanted }
}

/** Metadata of a mint or an update: an object, the URL of hosted metadata, or nothing if the collection has a base URI. */
export function readMetadata(given: unknown, optional: boolean, prefix = ''): Read<MintDraft['metadata']> {
  const path = joinPath(prefix, 'metadata')
  const wrong = (message: string, at = path): { ok: false; faults: FaultDetail[] } => ({
    ok: false,
    faults: [{ path: at, message }],
  })
  if (given === undefined)
    return optional ? { ok: true, value: null } : wrong(`${path} is required: an object with name and image, or a URL.`)
  if (typeof given === 'string')
    return hosted.test(given) && given.length <= longestUri
      ? { ok: true, value: { uri: given } }
      : wrong(
          `${path} as text must be the http(s), ipfs or ar URL of hosted metadata, of at most ${longestUri} characters.`,
        )
  const checked = checkMetadata(given)
  const faults = checked.ok ? [] : checked.faults.map((fault) => withWholePath(fault, path))
  faults.push(...linkFaults(given, path), ...digitFaults(given, path))
  if (faults.length > 0) return { ok: false, faults }
  try {
    const json = canonicalJson(given)
    return { ok: true, value: { json, hash: hash('sha256', json, 'hex') } }
  } catch (error) {
    if (error instanceof CanonicalJsonError) return wrong(error.message, joinPath(path, error.path))
    throw error
  }
}

/** A fault of metadata as one of the request: its sentence begins with the whole path instead of the field's own name. */
function withWholePath(fault: FaultDetail, prefix: string): FaultDetail {
  const path = joinPath(prefix, fault.path)
  const field = fault.path === '' ? 'metadata' : (fault.path.split('.').at(-1) ?? '')
  const { message } = fault
  return { path, message: message.startsWith(`${field} `) ? `${path}${message.slice(field.length)}` : message }
}

const hosted = /^(https?|ipfs|ar):\/\/\S+$/i
const linked = /^((https?|ipfs|ar):\/\/|data:)\S/i
/** Ours, characters: a URI that is stored on chain must be short. */
const longestUri = 2_048

/** The faults of numbers that JSON parsing would change. */
function digitFaults(metadata: unknown, path: string): FaultDetail[] {
  const found = lostDigits(metadata)
  if (found === undefined) return []
  const at = joinPath(path, pathText(found.path))
  return [{ path: at, message: `${at} is ${found.written}, more digits than a number of JSON keeps: send it as text.` }]
}

function linkFaults(metadata: unknown, path: string): FaultDetail[] {
  if (typeof metadata !== 'object' || metadata === null) return []
  return Object.entries(metadata).flatMap(([key, value]) =>
    (key === 'image' || key === 'animation_url') &&
    typeof value === 'string' &&
    value.trim() !== '' &&
    !linked.test(value)
      ? [{ path: `${path}.${key}`, message: `${path}.${key} must be an http(s), ipfs, ar or data URL.` }]
      : [],
  )
}
