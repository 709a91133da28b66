/** What minting will cost, in words. Pure. */
import type { Quote } from '../shared/app-api.ts'
import { coins, counted, duration } from '../shared/format.ts'
import { facts } from './table.ts'

/** The price of an import: what, where, the fee's span, what there is to pay it with, and how long it takes. */
export function priceLines(quote: Quote, width: number): string[] {
  const { symbol, decimals, fee } = quote
  const coin = (amount: string): string => coins(amount, decimals)
  return facts(
    [
      ['Collection', `${quote.collectionId} on ${quote.chainLabel}${quote.practice ? ' (practice network)' : ''}`],
      ['NFTs', `${counted(quote.nfts, 'NFT')} in ${counted(quote.transactions, 'transaction')}`],
      ['Fee', `about ${coin(fee.expected)} ${symbol} (${coin(fee.low)} to ${coin(fee.high)})`],
      ['Treasury', `${coin(quote.treasury.balance)} ${symbol} at ${quote.treasury.address}`],
      ['Time', `about ${duration(quote.seconds)}`],
    ],
    width,
  )
}

/** The question before anything is spent. */
export function mintQuestion(quote: Quote): string {
  const fee = `${coins(quote.fee.expected, quote.decimals)} ${quote.symbol}`
  return `Mint ${counted(quote.nfts, 'NFT')} on ${quote.chainLabel} for about ${fee}?`
}
