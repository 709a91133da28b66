import type { Cost } from '../../chains/family/fees.ts'
import { CoreError } from '../../lib/errors.ts'
import { paid } from '../transactions/fees.ts'
import { plannedTransactions, type QuoteOptions, sum } from './planned-transactions.ts'
import { secondsFor } from './quote-time.ts'
import { chainFacts } from './view.ts'

/** A practice network makes a block a second while something is pending (docs/architecture.md, "Practice networks"). */
const practiceBlockMs = 1_000

/** The figures of a quote: amounts in the smallest unit of the chain's coin, as digits. */
export interface QuoteFigures {
  importId: string
  collectionId: string
  chain: string
  chainLabel: string
  nfts: number
  transactions: number
  gas: string
  fee: Span
  contractFee: string
  contractBeside: string
  trees: number
  treesFee: string
  dataFee: string
  gasPrice: Span
  treasury: { address: string; balance: string; reserved: string }
  shortfall: string
  seconds: number
  practice: boolean
}
interface Span {
  low: string
  expected: string
  high: string
}

/**
 * What minting an import would cost and how long it would take: the node simulates the transactions (`ChainClient.rehearse`), and their weight is
 * priced at the network's present fees.
 * @throws CoreError `network.unreachable` when the network does not answer.
 */
export async function makeQuote(options: QuoteOptions): Promise<QuoteFigures> {
  const { importId, nfts, project, collection, client, reserved, ceiling } = options
  const address = client.treasury(project.index)
  try {
    await client.faucet?.(address)
    const [fees, balance, kept, plan, inFlight] = await Promise.all([
      client.fees(),
      client.balance(address),
      client.kept?.() ?? 0n,
      plannedTransactions(options),
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
      // Where nothing is paid by weight, `extra` is the whole fee, and no fee for data.
      dataFee: client.family.gasPrice !== null ? whole.extra.toString() : '0',
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
