import type { Quote } from '../../../shared/app-api.ts'
import { type CapContext, capAheadOf } from './cap-ahead.ts'
import type { QuoteFigures } from './quote.ts'
import { coinOf } from './view.ts'

/** A quote as the window and the command line see it, with the spending cap that it goes over. @param network of the project on the chain */
export async function quoteView(
  context: CapContext,
  { projectId, network }: { projectId: string; network: string },
  figures: QuoteFigures,
): Promise<Quote> {
  const { chain, fee, treasury } = figures
  const coin = coinOf(context.chains.networks, chain)
  const price = { expected: BigInt(fee.expected), high: BigInt(fee.high), reserved: BigInt(treasury.reserved) }
  const queue = { network, signer: treasury.address }
  return {
    ...figures,
    fee: { low: coin(fee.low), expected: coin(fee.expected), high: coin(fee.high) },
    contractFee: coin(figures.contractFee),
    contractBeside: coin(figures.contractBeside),
    treesFee: coin(figures.treesFee),
    dataFee: coin(figures.dataFee),
    treasury: { address: treasury.address, balance: coin(treasury.balance), reserved: coin(treasury.reserved) },
    shortfall: coin(figures.shortfall),
    cap: await capAheadOf(context, queue, { projectId, chain }, price, true),
  }
}
