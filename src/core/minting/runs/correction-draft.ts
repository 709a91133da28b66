import { hash } from 'node:crypto'
import type { Finding } from '../../../shared/app-api.ts'
import type { RowDraft } from '../../../shared/spreadsheet/check-row.ts'
import { findingOf } from '../../../shared/spreadsheet/finding.ts'
import { contentHash, nthContentHash } from '../../imports/content-hash.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { CoreError } from '../../lib/errors.ts'
import { metadataTexts } from '../../store/collections/metadata-texts.ts'
import {
  findCorrectedContents,
  findCorrectedSince,
  findMintedContents,
  findMintedSince,
} from '../../store/journal/contents/minted-contents.ts'
import type { MintDraft } from '../../store/journal/mint-draft.ts'
import type { MintNow } from '../../store/journal/mints-now.ts'
import { nftIdsOf } from '../../store/journal/runs/nft-ids.ts'
import type { RunRecord } from '../../store/journal/runs/runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import type { MintMetadata } from '../deps.ts'

/** Metadata as it was given, of a mint that has its own. */
export type Metadata = Record<string, unknown>

/** The mint's own metadata; null where it is hosted, or where there is none. */
export async function metadataOf(db: Store, { metadata_hash }: MintNow): Promise<Metadata | null> {
  if (metadata_hash === null) return null
  const json = (await metadataTexts(db, [metadata_hash])).get(metadata_hash)
  return json === undefined ? null : (JSON.parse(json) as Metadata)
}

/** The draft of a corrected mint, with findings: its files cannot be fetched, or an equal NFT is there already. */
export async function correctedDraft(
  { db, metadata: files }: { db: Store; metadata: Pick<MintMetadata, 'resolve'> },
  run: RunRecord,
  { mint, metadata, row }: { mint: MintNow; metadata: Metadata | null; row: RowDraft },
): Promise<{ draft: MintDraft; findings: Finding[] }> {
  const findings: Finding[] = []
  const given = metadata && {
    ...metadata,
    ...withoutUndefined({ name: row.metadata?.name, image: row.metadata?.image }),
  }
  const json = given && canonicalJson(given)
  if (json !== null) {
    const fault = await faultOf(files.resolve({ id: run.id, importId: run.import_id }, json, mint.reupload === 1))
    if (fault !== null) findings.push(findingOf(mint.row ?? 0, 'image', 'metadata.media', fault))
  }
  const first = contentHash({
    recipient: row.recipient,
    ...(given === null ? {} : { metadata: given }),
    ...(mint.metadata_uri === null ? {} : { metadataUri: mint.metadata_uri }),
  })
  if ((await findMintedContents(db, run.collection_pk, [first])).size > 0)
    findings.push(findingOf(mint.row ?? 0, 'recipient', 'file.repeat', oneMore))
  else if (await isMintedSince(db, run, mint))
    findings.push(findingOf(mint.row ?? 0, 'recipient', 'file.repeat', twice))
  const { chain } = run
  const draft: MintDraft = {
    id: mint.id,
    recipient: row.recipient,
    address: row.recipient.startsWith(`${chain}:`) ? row.recipient.slice(chain.length + 1) : null,
    metadata: draftMetadata(mint, json),
    reupload: mint.reupload === 1,
    contentHash: await freeContentHash(db, run.collection_pk, first),
    amount: mint.amount,
    ...(mint.row === null ? {} : { row: mint.row }),
    ...(mint.ordinal === null ? {} : { ordinal: mint.ordinal }),
  }
  return { draft, findings }
}

/** Whether another run has minted the same row since, as it stands or as it was corrected there. */
async function isMintedSince(db: Store, run: RunRecord, { pk }: MintNow): Promise<boolean> {
  if ((await findMintedSince(db, [pk])).size > 0) return true
  return (await findCorrectedSince(db, [pk], nftIdsOf(run.id))).size > 0
}

const oneMore =
  'The same NFT for the same recipient was minted into this collection before, or is about to be: this will be one more.'

const twice =
  'What this row asks for as it stands was minted into this collection by another run since, or is about to be: this will be one more.'

function draftMetadata({ metadata_uri }: MintNow, json: string | null): MintDraft['metadata'] {
  if (json !== null) return { json, hash: hash('sha256', json, 'hex') }
  return metadata_uri === null ? null : { uri: metadata_uri }
}

/** Equal mints differ by a number: this takes the first that no other mint has, or had before it was corrected. */
async function freeContentHash(db: Store, collectionPk: number, first: Buffer): Promise<Buffer> {
  for (let occurrence = 1; ; occurrence++) {
    const one = nthContentHash(first, occurrence)
    const had = await findCorrectedContents(db, { collectionPk, importId: null }, [one])
    if (had.size === 0 && (await findMintedContents(db, collectionPk, [one])).size === 0) return one
  }
}

async function faultOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof CoreError) return error.message
    throw error
  }
}

/** The value, if it is a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The same without members that are undefined. */
export function withoutUndefined<Given extends Record<string, unknown>>(given: Given): Partial<Given> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Given>
}
