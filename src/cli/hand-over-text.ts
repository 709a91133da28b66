/** The texts about a hand-over. Pure. */
import type { HandedNft, HandOver, HandOverQuote } from '../shared/app-api.ts'
import { count, counted, duration, moneyText } from '../shared/format.ts'
import { facts, table } from './table.ts'

/** `people.csv: 12 people with 40 NFTs, 2 without, 1 row with errors.` */
export function checkedLine({ name, rows, nfts }: HandOver): string {
  const parts = [
    `${counted(rows.ready, 'person', 'people')} with ${counted(nfts.total, 'NFT')}`,
    rows.empty > 0 ? `${count(rows.empty)} without` : '',
    rows.repeated > 0 ? `${counted(rows.repeated, 'row')} twice` : '',
    rows.errors > 0 ? `${counted(rows.errors, 'row')} with errors` : '',
    nfts.unmovable > 0 ? `${counted(nfts.unmovable, 'NFT')} that cannot be moved` : '',
  ]
  return `${name}: ${parts.filter((part) => part !== '').join(', ')}.`
}

/** The price of each chain: an estimate and its parts. */
export function quoteLines(quote: HandOverQuote, width: number): string[] {
  return quote.chains.flatMap(({ chainLabel, practice, nfts, transactions, fee, parts, treasury, cap, seconds }) =>
    facts(
      [
        ['Chain', `${chainLabel}${practice ? ' (practice network)' : ''}`],
        ['NFTs', `${counted(nfts, 'NFT')} in about ${counted(transactions, 'transaction')}`],
        ['Fee', `about ${moneyText(fee.expected)} (${moneyText(fee.low)} to ${moneyText(fee.high)})`],
        ...parts.map((part) => {
          const what =
            part.what === 'transfers'
              ? 'sent by the treasury'
              : 'of others’ contracts, sent by the wallets, to which coin is brought'
          return ['', `${moneyText(part.fee)} for ${counted(part.nfts, 'NFT')} ${what}`] as const
        }),
        ['Fee balance', `${moneyText(treasury.balance)} at ${treasury.address}`],
        ...(treasury.reserved.amount === '0'
          ? []
          : [['Reserved', `about ${moneyText(treasury.reserved)} for what is under way`] as const]),
        ...(cap === null ? [] : [['Spending cap', cap.text] as const]),
        ['Time', `about ${duration(seconds)}`],
      ],
      width,
    ),
  )
}

/** The question before anything moves. */
export function handOverQuestion({ rows, nfts }: HandOver, quote: HandOverQuote): string {
  const fees = quote.chains.map(({ fee }) => moneyText(fee.expected)).join(' and ')
  return `Move ${counted(nfts.total, 'NFT')} of ${counted(rows.ready, 'person', 'people')} to their own wallets for about ${fees}? What is moved cannot be taken back.`
}

export function summaryLines(handOver: HandOver, width: number): string[] {
  const { nfts, chains } = handOver
  return facts(
    [
      ['Hand-over', handOver.id],
      ['State', handOver.state],
      ['Moved', `${count(nfts.succeeded)} of ${counted(nfts.total, 'NFT')}`],
      ...(nfts.failed > 0 ? [['Failed', count(nfts.failed)] as const] : []),
      ...(nfts.cancelled > 0 ? [['Cancelled', count(nfts.cancelled)] as const] : []),
      ...chains.map(({ chainLabel, fee }) => ['Fee', `${moneyText(fee)} on ${chainLabel}`] as const),
    ],
    width,
  )
}

export function failureTable(nfts: readonly HandedNft[], width: number): string[] {
  return table(
    [{ header: 'row', right: true }, { header: 'nft', most: 34 }, { header: 'why it stays' }],
    nfts.map(({ row, locator, error }) => [String(row), locator, error ?? '']),
    width,
  )
}

export function handOverTable(handOvers: readonly HandOver[], width: number): string[] {
  return table(
    [
      { header: 'id' },
      { header: 'state' },
      { header: 'moved', right: true },
      { header: 'NFTs', right: true },
      { header: 'file' },
    ],
    handOvers.map(({ id, state, nfts, name }) => [id, state, count(nfts.succeeded), count(nfts.total), name]),
    width,
  )
}
