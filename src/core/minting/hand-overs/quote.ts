import type { HandOverQuote, Project } from '../../../shared/app-api.ts'
import { groupBy } from '../../../shared/group-by.ts'
import type { ChainClient } from '../../chains/family/family.ts'
import type { Cost } from '../../chains/family/fees.ts'
import { Refusal } from '../../chains/family/outcome.ts'
import type { Transfer } from '../../chains/family/work.ts'
import { CoreError } from '../../lib/errors.ts'
import { collectionOfMint } from '../../store/collections/collections.ts'
import { kindsOfNfts, type NftKind } from '../../store/journal/hand-overs/figures.ts'
import { capAheadOf } from '../runs/cap-ahead.ts'
import { sum } from '../runs/planned-transactions.ts'
import { secondsFor } from '../runs/quote-time.ts'
import { reservedOn } from '../runs/reserved-funds.ts'
import { chainFacts, coinOf } from '../runs/view.ts'
import { paid } from '../transactions/fees.ts'
import { ownTokenOf } from '../transfers/own-token.ts'
import type { HandOverDeps } from './deps.ts'

/** A practice network makes a block a second while something is pending (docs/architecture.md, "Practice networks"). */
const practiceBlockMs = 1_000
/** Ours: how many kinds of NFTs are priced one by one; all further ones cost what these do on average. */
const kindsAsked = 8

export interface QuoteOf {
  id: string
  pk: number
  project: Project
  ceilings: Readonly<Record<string, bigint | null>>
}

/**
 * What moving all waiting NFTs of a hand-over would cost, chain by chain: one NFT of each kind is simulated, and its price multiplied by the number
 * of such NFTs. Nothing is sent, and no permission is signed by which anybody could move anything.
 * @throws CoreError `network.unreachable` when a network does not answer
 */
export async function quoteHandOver(deps: HandOverDeps, of: QuoteOf): Promise<HandOverQuote> {
  const kinds = await kindsOfNfts(deps.db, of.pk)
  const chains: HandOverQuote['chains'] = []
  for (const [chain, own] of groupBy(kinds, (kind) => kind.chain)) {
    try {
      chains.push(await quoteChain(deps, of, chain, own))
    } catch (error) {
      if (error instanceof CoreError) throw error
      const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      throw new CoreError(
        'network.unreachable',
        `The network ${chain} does not answer, so there is no price now: try again in a moment. (${reason})`,
      )
    }
  }
  return { id: of.id, nfts: kinds.reduce((sum, { count }) => sum + count, 0), chains }
}

async function quoteChain(
  deps: HandOverDeps,
  { project, ceilings }: QuoteOf,
  chain: string,
  kinds: readonly NftKind[],
): Promise<HandOverQuote['chains'][number]> {
  const client = await deps.chains.client(project.kind, chain)
  const address = client.treasury(project.index)
  await client.faucet?.(address)
  const [fees, balance, kept, reserved, inFlight] = await Promise.all([
    client.fees(),
    client.balance(address),
    client.kept?.() ?? 0n,
    reservedOn(deps.db, project.id, chain),
    client.inFlight(address),
  ])
  const priced = await Promise.all(kinds.slice(0, kindsAsked).map((kind) => costOf(deps, client, project, kind)))
  const costs = kinds.map((kind, place) => times(priced[place] ?? average(priced), BigInt(kind.count)))
  const ceiling = ceilings[chain] ?? null
  const capped = (price: bigint): bigint => (ceiling !== null && price > ceiling ? ceiling : price)
  const price = {
    low: capped(paid(fees.base, fees.low)),
    expected: capped(paid(fees.base, fees.expected)),
    high: capped(fees.high.max),
  }
  const { chainLabel } = chainFacts(chain)
  const coin = coinOf(deps.chains.networks, chain)
  const wallets = kinds.reduce((sum, kind) => sum + (kind.sentBy === 'holder' ? kind.holders : 0), 0)
  const funding = times(wallets > 0 ? await fundCost(client, project) : nothing, BigInt(wallets))
  const feeAt = (per: bigint, cost: Cost): bigint => cost.weight * per + cost.extra
  const of = (sentBy: NftKind['sentBy']) =>
    sum(costs.filter((_, place) => kinds[place]?.sentBy === sentBy).concat(sentBy === 'holder' ? [funding] : []))
  const whole = sum([of('treasury'), of('holder')])
  const high = whole.weight * price.high + whole.extraAtMost
  const count = (sentBy: NftKind['sentBy']) =>
    kinds.reduce((all, kind) => all + (kind.sentBy === sentBy ? kind.count : 0), 0)
  const parts = (['treasury', 'holder'] as const)
    .map((sentBy) => ({
      what: sentBy === 'treasury' ? ('transfers' as const) : ('wallets' as const),
      nfts: count(sentBy),
      fee: coin(feeAt(price.expected, of(sentBy))),
    }))
    .filter(({ nfts }) => nfts > 0)
  const transactions = count('treasury') + count('holder') + wallets
  const free = balance - reserved - kept
  const spender = { projectId: project.id, chain }
  const amounts = { expected: feeAt(price.expected, whole), high, reserved }
  return {
    chain,
    chainLabel,
    nfts: count('treasury') + count('holder'),
    transactions,
    fee: { low: coin(feeAt(price.low, whole)), expected: coin(feeAt(price.expected, whole)), high: coin(high) },
    parts,
    // Where nothing is paid by weight, `extra` is the whole fee, and no fee for data.
    dataFee: coin(client.family.gasPrice !== null ? whole.extra : 0n),
    gasPrice: {
      low: paid(fees.base, fees.low).toString(),
      expected: paid(fees.base, fees.expected).toString(),
      high: fees.high.max.toString(),
    },
    treasury: { address, balance: coin(balance), reserved: coin(reserved) },
    shortfall: coin(high > free ? high - free : 0n),
    cap: await capAheadOf(deps, { network: client.network, signer: address }, spender, amounts, false),
    seconds: secondsFor({
      weight: whole.weight,
      transactions,
      deploys: false,
      inFlight,
      confirmations: client.confirmations,
      blockMs: client.blockMs ?? practiceBlockMs,
    }),
    practice: project.kind === 'practice',
  }
}

/** What moving one NFT of a kind costs; null if it is refused: it then counts with the average of the others. @throws what the network throws */
async function costOf(
  { db }: HandOverDeps,
  client: ChainClient,
  project: Project,
  { sample, sentBy }: NftKind,
): Promise<Cost | null> {
  const row = await db
    .selectFrom('hand_over_nfts as n')
    .innerJoin('hand_over_rows as r', 'r.pk', 'n.row_pk')
    .selectAll('n')
    .select(['r.kind', 'r.user'])
    .where('n.pk', '=', sample)
    .executeTakeFirstOrThrow()
  if (row.kind === null || row.user === null || !client.transfers) return null
  const { holderSends, permissionWeight = 0n } = client.transfers
  const collection = row.mint_pk === null ? undefined : await collectionOfMint(db, row.mint_pk)
  const own = collection && row.mint_pk !== null ? await ownTokenOf(db, client, collection, row.mint_pk) : undefined
  const work: Transfer = {
    kind: 'transfer',
    // Simulated as the holder's own call, where there is one: anybody who sees a signed permission could use it.
    by: holderSends ? 'holder' : 'treasury',
    jobId: `0x${'0'.repeat(64)}`,
    contract: row.contract,
    tokenId: row.token_id,
    standard: row.standard,
    quantity: row.quantity,
    holder: row.holder,
    owner: { kind: row.kind, user: row.user },
    to: row.recipient,
    ...(own ? { own } : {}),
  }
  try {
    const call = await client.prepare(work, project.index)
    const permitted = sentBy === 'treasury' && holderSends ? permissionWeight : 0n
    const extra = BigInt(call.extra ?? '0') + BigInt(call.value)
    return { weight: BigInt(call.weight) + permitted, extra, extraAtMost: extra }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** The fee for sending one wallet coin, without the coin. */
async function fundCost(client: ChainClient, project: Project): Promise<Cost> {
  const { weight, extra = '0' } = await client.prepare(
    { kind: 'fund', account: client.treasury(project.index), amount: '1' },
    project.index,
  )
  return { weight: BigInt(weight), extra: BigInt(extra), extraAtMost: BigInt(extra) }
}

const nothing: Cost = { weight: 0n, extra: 0n, extraAtMost: 0n }

function average(costs: readonly (Cost | null)[]): Cost {
  const known = costs.filter((cost) => cost !== null)
  if (known.length === 0) return nothing
  const all = sum(known)
  const many = BigInt(known.length)
  return { weight: all.weight / many, extra: all.extra / many, extraAtMost: all.extraAtMost / many }
}

function times(cost: Cost, many: bigint): Cost {
  return { weight: cost.weight * many, extra: cost.extra * many, extraAtMost: cost.extraAtMost * many }
}
