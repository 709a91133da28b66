import { most } from '../../../shared/bigint.ts'
import type { CollectionFacts } from '../../chains/family/collections.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { BatchShape, Cost } from '../../chains/family/fees.ts'
import type { Limits } from '../../chains/family/transactions.ts'
import type { TreeSize } from '../../chains/family/trees.ts'
import type { CollectionRow } from '../../store/collections/collections.ts'
import { treesWithRoom } from '../../store/collections/trees.ts'
import { isPaidByOthers } from '../../store/journal/runs/paying-runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { fitLookedAt } from '../compose/arrange.ts'
import { mintsPerTransaction } from '../compose/batch-size.ts'
import { collectionFacts, type EngineProject } from '../deps.ts'
import { tokenOf } from '../tokens.ts'

import type { Hosted } from './hosted-metadata.ts'

/** What compose/arrange.ts lets into a batch of hosted URIs: so many bytes, of which each mint takes its URI's and 22 more. */
const uriBytes = 24_000
const bytesBesideUri = 22

/** Placeholders for tokens that are not there yet: a URI of metadata of ours, and the length of a name. */
const usualUri = `ipfs://${'b'.repeat(59)}`
const usualName = 16

export interface QuoteOptions {
  db: Store
  importId: string
  nfts: number
  hosted: Hosted
  project: EngineProject
  collection: CollectionRow
  client: ChainClient
  /** What other runs on this chain still need of the treasury, smallest unit. */
  reserved: bigint
  /** Most that may be paid for a unit of weight; null: whatever is asked. */
  ceiling: bigint | null
}

/** What a run would put on chain. Of the batches of one shape the first may cost more than the others: it opens the collection's counters. */
export interface PlannedTransactions {
  transactions: number
  /** Trees that are made. */
  trees: number
  made: Cost
  /** A default collection's contract, which this run deploys and pays for. */
  contract: Cost
  /** A contract that is still to be deployed whether or not there is this run, which does not pay for it. */
  beside: Cost
  mints: Cost
}

/** What a run would put on chain, and what that weighs. */
export async function plannedTransactions(options: QuoteOptions): Promise<PlannedTransactions> {
  const { nfts, hosted, collection, client } = options
  const facts = factsOf(options)
  const share = (some: number) => (hosted.of === 0 ? 0 : Math.round((nfts * some) / hosted.of))
  const accounts = client.trees ? share(hosted.accounts ?? 0) : 0
  const hostedMints = Math.min(share(hosted.mints), nfts - accounts)
  const trees = await newTreesOf(options, nfts - accounts)
  const paidByOthers = await isPaidByOthers(options.db, collection)
  const together = { stored: mostTogether(options, ''), hosted: mostTogether(options, hosted.uri) }
  for (let mintsPerBatch = Math.max(together.stored, together.hosted); ; ) {
    const parts = [
      ...(accounts === 0
        ? []
        : [{ shape: { kind: 'account', size: 1, uri: hosted.uri || usualUri } as const, times: accounts }]),
      ...shapes('batch', '', nfts - accounts - hostedMints, Math.min(mintsPerBatch, together.stored)),
      ...shapes(
        'uris',
        hosted.uri,
        hostedMints,
        Math.min(mintsPerBatch, together.hosted, Math.floor(uriBytes / (hosted.uri.length + bytesBesideUri))),
      ),
    ]
    const {
      deployment,
      trees: made,
      batches,
    } = await client.rehearse(
      facts,
      collection.contract_kind === 'copies'
        ? withTemplates(parts, templatesAmong(nfts, hosted), nfts)
        : shapesOf(parts),
      trees,
    )
    const heaviest = batches.reduce((found, { weight }) => most(found, weight), 0n)
    const fewer = fitting(mintsPerBatch, heaviest, client.limits)
    if (fewer < mintsPerBatch) {
      mintsPerBatch = fewer
      continue
    }
    const contract = paidByOthers ? [] : deployment
    return {
      trees: trees.length,
      transactions: contract.length + made.length + parts.reduce((all, { times }) => all + times, 0),
      made: sum(made),
      contract: sum(contract),
      beside: sum(paidByOthers ? deployment : []),
      mints: sum(batches.map((cost, place) => many(cost, parts[place]?.times ?? 0))),
    }
  }
}

/** The metadata of a contract that nothing needs yet is not stored: a placeholder of the usual length stands for its URI. */
function factsOf({ project, collection }: QuoteOptions): CollectionFacts {
  const facts = collectionFacts(project, collection)
  return facts.contractUri === '' ? { ...facts, contractUri: usualUri } : facts
}

/** Trees that are still to be made for these mints, as bringTree makes them one after the other; none where there are no trees. */
async function newTreesOf({ db, collection, client }: QuoteOptions, nfts: number): Promise<TreeSize[]> {
  if (!client.trees) return []
  const trees = await treesWithRoom(db, collection.pk)
  const made: TreeSize[] = []
  let capacity = trees.reduce((sum, tree) => sum + tree.capacity, 0)
  for (let waiting = nfts - trees.reduce((sum, { room }) => sum + room, 0); waiting > 0; ) {
    const size = client.trees.treeFor(Math.max(waiting, capacity))
    made.push(size)
    waiting -= size.capacity
    capacity += size.capacity
  }
  return made
}

/** How many mints go into one transaction: as many as the contract takes, or as many tokens with such URIs as fit. `uri`: '' for metadata of ours. */
function mostTogether(options: QuoteOptions, uri: string): number {
  const { nfts, collection, client } = options
  if (!client.ownTokens) return mintsPerTransaction(collection.contract_kind, client.limits)
  const { ownTokens } = client
  const { name, ...token } = tokenOf(collection, null, '', uri || usualUri)
  const tokens = Array.from({ length: Math.min(nfts, fitLookedAt) }, (_, place) => ({
    ...token,
    // A hosted token bears its collection's name; most of ours have a name of usual length.
    name: uri === '' ? name.slice(0, usualName) : name,
    recipient: ownTokens.usualRecipient(place),
  }))
  return ownTokens.fit(factsOf(options), tokens, client.trees !== undefined)
}

/** How many mints fit into a batch when one of `mints` weighs so much; a tenth is kept free, as estimates vary with the recipients. */
function fitting(mints: number, weight: bigint, { weightPerTransaction }: Limits): number {
  const room = (weightPerTransaction * 9n) / 10n
  if (weight <= room || mints <= 1) return mints
  return Math.max(1, Math.min(mints - 1, Number((BigInt(mints) * room) / weight)))
}

/** The first batch, the full ones behind it, and the rest. */
function shapes(
  kind: 'batch' | 'uris',
  uri: string,
  mints: number,
  perBatch: number,
): { shape: BatchShape; times: number }[] {
  const shape = (size: number): BatchShape => (kind === 'uris' ? { kind, size, uri } : { kind, size })
  const full = Math.floor(mints / perBatch)
  const rest = mints - full * perBatch
  return [
    { shape: shape(perBatch), times: Math.min(1, full) },
    { shape: shape(perBatch), times: Math.max(0, full - 1) },
    { shape: shape(rest), times: Math.min(1, rest) },
  ].filter(({ times }) => times > 0)
}

interface Part {
  shape: BatchShape
  times: number
}

function shapesOf(parts: readonly Part[]): BatchShape[] {
  return parts.map(({ shape }) => shape)
}

/** How many templates the rows use: if the sampled rows repeat templates, the others do too. */
function templatesAmong(nfts: number, { distinct, of }: Hosted): number {
  if (of === 0) return nfts
  return distinct * 2 > of ? Math.ceil((nfts * distinct) / of) : distinct
}

/** Adds templates to batches of copies: few templates are in all batches and defined by the first, many are in one batch each. */
function withTemplates(parts: readonly Part[], templates: number, nfts: number): BatchShape[] {
  return shapesOf(parts).map((shape, place) => {
    const share = templates > shape.size ? Math.round((shape.size * templates) / nfts) : templates
    const all = Math.max(1, Math.min(share, shape.size))
    return { ...shape, templates: { all, fresh: templates > shape.size || place === 0 ? all : 0 } }
  })
}

/** Adds up costs. */
export function sum(costs: readonly Cost[]): Cost {
  return costs.reduce(
    (all, { weight, extra, extraAtMost }) => ({
      weight: all.weight + weight,
      extra: all.extra + extra,
      extraAtMost: all.extraAtMost + extraAtMost,
    }),
    { weight: 0n, extra: 0n, extraAtMost: 0n },
  )
}

function many(cost: Cost, times: number): Cost {
  const factor = BigInt(times)
  return { weight: cost.weight * factor, extra: cost.extra * factor, extraAtMost: cost.extraAtMost * factor }
}
