import { createHash } from 'node:crypto'
import { count } from '../../../shared/format.ts'
import type { TemplateDefinition } from '../../chains/family/copies.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import { knownBatchStarts } from '../../store/collections/known-mints.ts'
import {
  enterRecoveredCopies,
  type RecoveredTemplate,
  readBackIds,
  recoveredTemplates,
  tokensWithoutTemplate,
} from '../../store/collections/recovered-copies.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import type { EngineDeps, EngineProject } from '../deps.ts'
import { mintIdentity } from '../job-id.ts'
import { contractOf } from '../work.ts'
import { confirmedBlock } from './confirmed.ts'
import { standInDigest, standInId } from './stand-in.ts'

interface CopiesRecovery {
  engine: EngineDeps
  project: EngineProject
  client: ChainClient
  /** Metadata at a URI, parsed; undefined when it is not stored here. */
  json(uri: string): Promise<unknown>
  progress(done: number, total: number): void
}

/**
 * Lists the copies of batches that the journal did not make, under stand-in ids, and their templates as the contract has them.
 * @returns how many copies are new, and a remark on what no chain keeps
 * @throws CoreError `network.incomplete` when a node does not report what a batch minted
 */
export async function recoverCopies(
  { engine, project, client, json, progress }: CopiesRecovery,
  collection: CollectionRow,
): Promise<{ entered: number; remark: string | null }> {
  const { db, clock } = engine
  const { copies: chain, chain: name } = client
  if (!chain) return { entered: 0, remark: null }
  const contract = contractOf(collection)
  const [{ batches }, own, ids] = await Promise.all([
    client.counters(contract, confirmedBlock(client, await client.head())),
    knownBatchStarts(db, collection.pk),
    readBackIds(db, collection.pk),
  ])
  const tagOf = (id: string) => engine.identity.tag(project, mintIdentity(project.index, collection.id, id))
  const borne = new Set(ids.map(tagOf))
  let entered = 0
  let since = await firstBlock(db, client, collection)
  for (let number = 1; number <= batches; number++) {
    progress(number, batches)
    if (own.has(number)) continue
    const { folder, txHash, block } = await chain.batch(contract, number, since)
    since = block ?? since
    const items = await chain.items(contract, number, since)
    const tags = await engine.metadata.readTags(folder)
    const copies = items.flatMap(({ recipient, tokenId, amount }, place) => {
      const tag = tags?.[place]
      if (tag !== undefined && borne.has(tag)) return []
      const mark = tag ?? `batch ${number} ${place}`
      const [id, contentHash] = [standInId(contract, mark), standInDigest(contract, mark)]
      return [{ id, contentHash, tokenId, amount, txHash, address: recipient, recipient: `${name}:${recipient}` }]
    })
    const tokens = items.map(({ tokenId }) => tokenId)
    const unknown = await tokensWithoutTemplate(db, collection.pk, tokens)
    const found = await chain.definitions(contract, unknown)
    const templates = await Promise.all(found.map((definition) => templateOf(definition, json)))
    entered += await enterRecoveredCopies(db, collection.pk, { templates, copies }, clock())
  }
  const unnamed = await recoveredTemplates(db, collection.pk)
  return { entered, remark: unnamed === 0 ? null : untold(unnamed) }
}

function untold(templates: number): string {
  const have = templates === 1 ? '1 of its templates has an id' : `${count(templates)} of its templates have ids`
  return `No chain tells the ids of templates, so ${have} of ours (recovered-…) until a template or an NFT is asked for again that is theirs; templates of which nothing was minted are on no chain: make them again.`
}

async function templateOf(
  { tokenId, uri, limit }: TemplateDefinition,
  json: (uri: string) => Promise<unknown>,
): Promise<RecoveredTemplate> {
  const value = await json(uri)
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : null
  const here = text === null ? null : { json: text, hash: createHash('sha256').update(text).digest('hex') }
  return { tokenId, uri, limit: limit === 0 ? null : limit, metadata: here ?? (uri === '' ? null : { uri }) }
}
