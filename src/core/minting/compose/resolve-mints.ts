import { createHash } from 'node:crypto'
import type { ChainName } from '../../../shared/chains.ts'
import { parseRecipient } from '../../../shared/locator.ts'
import type { NewToken } from '../../chains/family/tokens.ts'
import { CoreError } from '../../lib/errors.ts'
import { prefixOf } from '../../lib/uri-prefix.ts'
import { PinningError } from '../../metadata/pinning.ts'
import { metadataTexts } from '../../store/collections/metadata-texts.ts'
import type { MintRow, RunRow } from '../../store/journal/batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { requireLengths, tokenOf } from '../tokens.ts'
import type { Templates } from './copies.ts'
import type { FilesAhead } from './files-ahead.ts'

export interface Ready {
  row: MintRow
  tag: string
  address: string
  /** The metadata with linked files replaced; null where it is hosted. */
  resolved: { hash: string; json: string } | null
  /** The token's URI on chain, where tokens have one of their own. */
  tokenUri?: string
  token?: NewToken
}

type Failed = { pk: number; code: string; message: string }

interface Wanted {
  mints: readonly { row: MintRow; tag: string }[]
  /** Those whose turn comes next. */
  next: readonly { row: MintRow; tag: string }[]
  templates: Templates | null
  files: FilesAhead
}

export async function resolveAll(
  context: QueueContext,
  collection: CollectionRow,
  run: RunRow | null,
  { mints, next, templates, files }: Wanted,
): Promise<{ ready: Ready[]; failed: Failed[] } | null> {
  const { deps } = context
  const texts = await metadataTexts(deps.db, [
    ...new Set([...mints, ...next].flatMap(({ row }) => row.metadata_hash ?? [])),
  ])
  const uriPrefix = prefixOf(collection.contract_uri)
  const scope = { id: sourceOf(collection, run), importId: run?.import_id ?? null, uriPrefix }
  const resolve = async ({
    row,
    tag,
  }: {
    row: MintRow
    tag: string
  }): Promise<{ ready: Ready } | { failed: Failed }> => {
    try {
      const template = templates?.get(row.template_pk ?? 0)
      if (template instanceof CoreError) throw template
      if (!templates && row.metadata_hash === null && row.metadata_uri === null && collection.base_uri === null)
        throw new CoreError(
          'metadata.required',
          'This NFT has no metadata, and the base URI that would say where it is could not be set: set it, and mint it again.',
        )
      const given = templates || row.metadata_hash === null ? null : texts.get(row.metadata_hash)
      const json =
        given === null || given === undefined ? null : await deps.metadata.resolve(scope, given, row.reupload === 1)
      const address = row.address ?? (await addressOf(context, row, collection.chain as ChainName))
      const resolved = json === null ? null : resolvedOf(row, given, json)
      const { longest } = context.client.family
      if (!context.client.ownTokens) return { ready: { row, tag, address, resolved } }
      const tokenUri = json === null ? (row.metadata_uri ?? '') : await deps.metadata.storeJson(json, uriPrefix)
      const token = tokenOf(collection, json, address, tokenUri)
      if (longest) requireLengths(token, longest)
      return { ready: { row, tag, address, resolved, tokenUri, token } }
    } catch (error) {
      // A storage that cannot give content a URI now is not the mint's fault.
      if (!(error instanceof CoreError) || error instanceof PinningError) throw error
      return { failed: { pk: row.pk, code: error.code, message: error.message } }
    }
  }
  const wanted = (of: Wanted['mints']) =>
    of.map((mint) => ({ key: `${mint.row.pk} ${mint.row.created_at}`, get: () => resolve(mint) }))
  const taken = files.take(scope.id, wanted(mints))
  files.begin(scope.id, wanted(next), (one) => 'ready' in one)
  const all = await taken
  return (
    all && {
      ready: all.flatMap((one) => ('ready' in one ? [one.ready] : [])),
      failed: all.flatMap((one) => ('failed' in one ? [one.failed] : [])),
    }
  )
}

/** Whose mints these are: a run's, or the API's of a collection. */
export function sourceOf(collection: CollectionRow, run: RunRow | null): string {
  return run?.id ?? `collection ${collection.pk}`
}

/** Metadata without links to replace keeps the hash that it has. */
function resolvedOf({ metadata_hash }: MintRow, given: string | null | undefined, json: string): Ready['resolved'] {
  const hash =
    json === given && metadata_hash !== null ? metadata_hash : createHash('sha256').update(json).digest('hex')
  return { hash, json }
}

export async function addressOf(
  context: QueueContext,
  row: Pick<MintRow, 'recipient'>,
  chain: ChainName,
): Promise<string> {
  const parsed = parseRecipient(row.recipient, chain)
  if (!parsed.ok)
    throw new CoreError(parsed.faults[0]?.code ?? 'recipient.format', parsed.faults[0]?.message ?? row.recipient)
  return parsed.recipient.kind === 'address'
    ? parsed.recipient.address
    : context.deps.identity.recipientAddress(context.project, row.recipient, chain)
}
