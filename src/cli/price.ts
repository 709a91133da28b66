/** The price of minting as text. Pure. */
import type { Money, Quote, Rates } from '../shared/app-api.ts'
import { familyOf } from '../shared/families.ts'
import { coins, counted, duration, moneyText } from '../shared/format.ts'
import { gasPrice as priceOf } from '../shared/gas-price.ts'
import { worthText } from '../shared/worth.ts'
import { facts } from './table.ts'

/** The choices behind a price. */
interface PricedWith {
  /** The fee ceiling, in the coin's smallest unit per gas; null: none. */
  ceiling: string | null
  /** On chains with compressed NFTs: the chosen kind, and the expected fee of the other kind; null on other chains. */
  kinds: { compressed: boolean; otherwise: Money } | null
  /** What coins cost in money; absent if unknown. */
  rates?: Rates
}

/** The price of an import: NFTs, collection, the fee's range, the balance that pays it, and the duration. */
export function priceLines(quote: Quote, { ceiling, kinds, rates }: PricedWith, width: number): string[] {
  const { fee, gasPrice, treasury } = quote
  const { deployed, beside } = familyOf(quote.chain).words
  // Coin of practice networks is worth nothing.
  const worth = quote.practice ? null : worthText(fee.expected, rates)
  return facts(
    [
      ['Collection', `${quote.collectionId} on ${quote.chainLabel}${quote.practice ? ' (practice network)' : ''}`],
      ['NFTs', `${counted(quote.nfts, 'NFT')} in ${counted(quote.transactions, 'transaction')}`],
      ...(kinds === null ? [] : [['Kind', kindOf(kinds)] as const]),
      ['Fee', `about ${moneyText(fee.expected)} (${digits(fee.low)} to ${digits(fee.high)})`],
      ...(worth === null ? [] : [['In money', worth] as const]),
      ...some(
        gasPrice.high === '0' ? 'Rent' : 'Creation',
        quote.contractFee.amount,
        `about ${moneyText(quote.contractFee)} of that, once, for the ${deployed}`,
      ),
      ...some('Rent', quote.treesFee.amount, `about ${moneyText(quote.treesFee)} of that, once, for ${treesOf(quote)}`),
      ...some(
        'Beside it',
        quote.contractBeside.amount,
        `about ${moneyText(quote.contractBeside)} for the ${deployed}, which is on its way`,
      ),
      ...some(
        `${beside.charAt(0).toUpperCase()}${beside.slice(1)} fee`,
        quote.dataFee.amount,
        `about ${moneyText(quote.dataFee)} of that`,
      ),
      ...some('Gas price', gasPrice.high, priceNow(quote.chain, gasPrice.expected, ceiling)),
      ['Fee balance', `${moneyText(treasury.balance)} at ${treasury.address}`],
      ...some('Reserved', treasury.reserved.amount, `about ${moneyText(treasury.reserved)} for runs under way`),
      ...(quote.cap === null ? [] : [['Spending cap', quote.cap.text] as const]),
      ['Time', `about ${duration(quote.seconds)}`],
    ],
    width,
  )
}

function digits({ amount, decimals }: Money): string {
  return coins(amount, decimals)
}

function kindOf({ compressed, otherwise }: NonNullable<PricedWith['kinds']>): string {
  return compressed
    ? `compressed (not compressed, with --uncompressed: about ${moneyText(otherwise)})`
    : `not compressed (compressed, without --uncompressed: about ${moneyText(otherwise)})`
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
  const fee = moneyText(quote.fee.expected)
  return `Mint ${counted(quote.nfts, 'NFT')} on ${quote.chainLabel} for about ${fee}?`
}
