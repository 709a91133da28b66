import type { Quote } from '../../../shared/app-api.ts'
import { most } from '../../../shared/bigint.ts'
import type { CollectionFacts } from '../../chains/family/collections.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { BatchShape, Cost } from '../../chains/family/fees.ts'
import type { Limits } from '../../chains/family/transactions.ts'
import type { TreeSize } from '../../chains/family/trees.ts'
import type { ReadyMint } from '../../imports/ready-mints.ts'
import { CoreError } from '../../lib/errors.ts'
import type { CollectionRow } from '../../store/collections/collections.ts'
import { treesWithRoom } from '../../store/collections/trees.ts'
import { isPaidByOthers } from '../../store/journal/paying-runs.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { mintsPerTransaction } from '../compose/batch-size.ts'
import { collectionFacts, type EngineProject } from '../deps.ts'
import { tokenOf } from '../tokens.ts'
import { paid } from '../transactions/fees.ts'
import { secondsFor } from './quote-time.ts'
import { chainFacts } from './view.ts'

/** A practice network makes a block a second while something is pending (docs/architecture.md, "Practice networks"). */
const practiceBlockMs = 1_000
/** Ours: rows that are looked at for how many name hosted metadata. */
const looked = 1_000
/** What compose/arrange.ts lets into a batch of hosted URIs: so many bytes, of which each mint takes its URI's and 22 more. */
const uriBytes = 24_000
const bytesBesideUri = 22

/** What stands for tokens before there are any: the address of a wallet, metadata of ours, a name. */
const usualAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const usualUri = `ipfs://${'b'.repeat(59)}`
const usualName = 16
const fitLookedAt = 8

/** How many of the first rows name hosted metadata, and an URI of usual length. */
export interface Hosted {
  mints: number
  of: number
  uri: string
  /** How many of them have metadata that no row before them has: of a semi-fungible collection, the templates. */
  distinct: number
  /** How many of them are to be accounts of their own, where others lie in trees. */
  accounts?: number
}

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

/**
 * What minting an import would cost and how long it would take: the node goes through the transactions (`ChainClient.rehearse`), and
 * their weight is priced at the network's fees of this moment.
 * @throws CoreError `network.unreachable` when the network does not answer.
 */
export async function makeQuote(options: QuoteOptions): Promise<Quote> {
  const { importId, nfts, project, collection, client, reserved, ceiling } = options
  const address = client.treasury(project.index)
  try {
    await client.faucet?.(address)
    const [fees, balance, kept, plan, inFlight] = await Promise.all([
      client.fees(),
      client.balance(address),
      client.kept?.() ?? 0n,
      planned(options),
      client.inFlight(address),
    ])
    const capped = (price: bigint): bigint => (ceiling !== null && price > ceiling ? ceiling : price)
    const price = {
      low: capped(paid(fees.base, fees.low)),
      expected: capped(paid(fees.base, fees.expected)),
      high: capped(fees.high.max),
    }
    const whole = sum([plan.contract, plan.made, plan.mints])
    const atMost = ({ weight, extraAtMost }: Cost): bigint => weight * price.high + extraAtMost
    const fee = (cost: Cost): bigint => cost.weight * price.expected + cost.extra
    const high = atMost(whole)
    const needed = high + atMost(plan.beside)
    const free = balance - reserved - kept
    return {
      importId,
      collectionId: collection.id,
      ...chainFacts(collection.chain),
      nfts,
      transactions: plan.transactions,
      gas: whole.weight.toString(),
      fee: {
        low: (whole.weight * price.low + whole.extra).toString(),
        expected: fee(whole).toString(),
        high: high.toString(),
      },
      contractFee: fee(plan.contract).toString(),
      contractBeside: fee(plan.beside).toString(),
      trees: plan.trees,
      treesFee: fee(plan.made).toString(),
      // Where nothing is paid by weight, all of it is the fee.
      dataFee: client.family.feeByWeight ? whole.extra.toString() : '0',
      gasPrice: {
        low: paid(fees.base, fees.low).toString(),
        expected: paid(fees.base, fees.expected).toString(),
        high: fees.high.max.toString(),
      },
      treasury: { address, balance: balance.toString(), reserved: reserved.toString() },
      shortfall: (needed > free ? needed - free : 0n).toString(),
      seconds: secondsFor({
        weight: whole.weight,
        transactions: plan.transactions,
        deploys: plan.contract.weight + plan.beside.weight > 0n,
        inFlight,
        confirmations: client.confirmations,
        blockMs: client.blockMs ?? practiceBlockMs,
      }),
      practice: project.kind === 'practice',
    }
  } catch (error) {
    if (error instanceof CoreError) throw error
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new CoreError(
      'network.unreachable',
      `The network ${collection.chain} does not answer, so there is no price now: try again in a moment. (${reason})`,
    )
  }
}

/** Looks at the first rows of an import. `inTrees`: whether those are compressed that do not say it. */
export async function hostedAmong(mints: AsyncIterable<ReadyMint>, inTrees = true): Promise<Hosted> {
  const hosted = { mints: 0, of: 0, bytes: 0, accounts: 0 }
  const different = new Set<string>()
  for await (const { metadataUri, metadata, compressed } of mints) {
    hosted.of++
    if (!(compressed ?? inTrees)) hosted.accounts++
    different.add(metadataUri ?? JSON.stringify(metadata ?? null))
    if (metadataUri !== undefined) {
      hosted.mints++
      hosted.bytes += Buffer.byteLength(metadataUri)
    }
    if (hosted.of >= looked) break
  }
  return {
    ...hosted,
    distinct: different.size,
    uri: 'x'.repeat(hosted.mints === 0 ? 0 : Math.ceil(hosted.bytes / hosted.mints)),
  }
}

/** So many batches of one shape, of which the first may cost more than the others: it opens the collection's counters. */
interface Plan {
  transactions: number
  /** Trees that are made. */
  trees: number
  made: Cost
  /** A default collection's contract, which comes with the run. */
  contract: Cost
  /** A contract that is still to come, whether or not there is this run: it does not pay that. */
  beside: Cost
  mints: Cost
}

async function planned(options: QuoteOptions): Promise<Plan> {
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

/** The metadata of a contract that nobody asked for yet is not stored; its address has the length that all have. */
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

/**
 * How many mints go out together: as many as the contract takes, or as a transaction holds of tokens with such URIs. `uri`: '' for metadata
 * of ours.
 */
function mostTogether(options: QuoteOptions, uri: string): number {
  const { nfts, collection, client } = options
  if (!client.ownTokens) return mintsPerTransaction(collection.contract_kind, client.limits)
  const token = tokenOf(collection, null, usualAddress, uri || usualUri)
  // What is hosted bears its collection's name; of ours most have a name of usual length.
  const name = uri === '' ? token.name.slice(0, usualName) : token.name
  const tokens = Array.from({ length: Math.min(nfts, fitLookedAt) }, (_, place) => ({
    ...{ ...token, name },
    // For different wallets each.
    recipient: `${usualAddress.slice(0, -1)}${place + 1}`,
  }))
  return client.ownTokens.fit(factsOf(options), tokens, true)
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

/** How many templates so many rows are of: where those that were looked at repeat themselves, the others do. */
function templatesAmong(nfts: number, { distinct, of }: Hosted): number {
  if (of === 0) return nfts
  return distinct * 2 > of ? Math.ceil((nfts * distinct) / of) : distinct
}

/** Batches of copies of so many templates: few are in all batches and defined by the first, many are in one batch each. */
function withTemplates(parts: readonly Part[], templates: number, nfts: number): BatchShape[] {
  return shapesOf(parts).map((shape, place) => {
    const share = templates > shape.size ? Math.round((shape.size * templates) / nfts) : templates
    const all = Math.max(1, Math.min(share, shape.size))
    return { ...shape, templates: { all, fresh: templates > shape.size || place === 0 ? all : 0 } }
  })
}

function sum(costs: readonly Cost[]): Cost {
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
