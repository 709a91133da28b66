/** What minting will cost, in words. Pure. */
import type { Quote } from '../shared/app-api.ts'
import { familyOf } from '../shared/families.ts'
import { coins, counted, duration } from '../shared/format.ts'
import { gasPrice as priceOf } from '../shared/gas-price.ts'
import { facts } from './table.ts'

/** What a price was asked with. */
interface PricedWith {
  /** The coin's smallest unit per gas that is paid at most; null: none. */
  ceiling: string | null
  /** Where NFTs are compressed or not: which was chosen, and the expected fee of the other; null elsewhere. */
  kinds: { compressed: boolean; otherwise: string } | null
}

/** The price of an import: what, where, the fee's span, what there is to pay it with, and how long it takes. */
export function priceLines(quote: Quote, { ceiling, kinds }: PricedWith, width: number): string[] {
  const { symbol, decimals, fee, gasPrice, treasury } = quote
  const { deployed } = familyOf(quote.chain).words
  const coin = (amount: string): string => coins(amount, decimals)
  return facts(
    [
      ['Collection', `${quote.collectionId} on ${quote.chainLabel}${quote.practice ? ' (practice network)' : ''}`],
      ['NFTs', `${counted(quote.nfts, 'NFT')} in ${counted(quote.transactions, 'transaction')}`],
      ...(kinds === null ? [] : [['Kind', kindOf(kinds, (amount) => `${coin(amount)} ${symbol}`)] as const]),
      ['Fee', `about ${coin(fee.expected)} ${symbol} (${coin(fee.low)} to ${coin(fee.high)})`],
      ...some(
        gasPrice.high === '0' ? 'Rent' : 'Creation',
        quote.contractFee,
        `about ${coin(quote.contractFee)} ${symbol} of that, once, for the ${deployed}`,
      ),
      ...some('Rent', quote.treesFee, `about ${coin(quote.treesFee)} ${symbol} of that, once, for ${treesOf(quote)}`),
      ...some(
        'Beside it',
        quote.contractBeside,
        `about ${coin(quote.contractBeside)} ${symbol} for the ${deployed}, which is on its way`,
      ),
      ...some('Data fee', quote.dataFee, `about ${coin(quote.dataFee)} ${symbol} of that`),
      ...some('Gas price', gasPrice.high, priceNow(quote.chain, gasPrice.expected, ceiling)),
      ['Treasury', `${coin(treasury.balance)} ${symbol} at ${treasury.address}`],
      ...some('Reserved', treasury.reserved, `about ${coin(treasury.reserved)} ${symbol} for runs under way`),
      ['Time', `about ${duration(quote.seconds)}`],
    ],
    width,
  )
}

function kindOf(
  { compressed, otherwise }: NonNullable<PricedWith['kinds']>,
  money: (amount: string) => string,
): string {
  return compressed
    ? `compressed (not compressed, with --uncompressed: about ${money(otherwise)})`
    : `not compressed (compressed, without --uncompressed: about ${money(otherwise)})`
}

function treesOf({ trees }: Quote): string {
  return `the ${trees === 1 ? 'tree' : 'trees'} of its NFTs`
}

function some(name: string, amount: string, text: string): (readonly [string, string])[] {
  return amount === '0' ? [] : [[name, text]]
}

function priceNow(chain: string, expected: string, ceiling: string | null): string {
  if (ceiling === null) return `${priceOf(chain, expected)} now`
  const waits = BigInt(expected) > BigInt(ceiling) ? ': it waits until the fee has fallen that far' : ''
  return `${priceOf(chain, expected)} now, at most ${priceOf(chain, ceiling)}${waits}`
}

/** The question before anything is spent. */
export function mintQuestion(quote: Quote): string {
  const fee = `${coins(quote.fee.expected, quote.decimals)} ${quote.symbol}`
  return `Mint ${counted(quote.nfts, 'NFT')} on ${quote.chainLabel} for about ${fee}?`
}
