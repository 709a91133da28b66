/** The price of minting a file, and whether the person agrees to it. */
import type { Import, Quote } from '../shared/app-api.ts'
import type { RunChoices } from '../shared/app-client/runs.ts'
import { familyOf } from '../shared/families.ts'
import { moneyText } from '../shared/format.ts'
import { gasPriceUnit, parseGasPrice } from '../shared/gas-price.ts'
import { CallError } from '../shared/http-client.ts'
import { confirm } from './ask/ask.ts'
import { CommandError } from './failure.ts'
import type { MintOptions, Work } from './mint-options.ts'
import { mintQuestion, priceLines } from './price.ts'

/** The choices that the price of a run depends on, from the flags. @throws CommandError for an invalid fee on the chain */
export function choicesOf({ maxFee, uncompressed = false }: MintOptions, chain: string): RunChoices {
  return { feeCeiling: maxFee === undefined ? null : ceilingOf(chain, maxFee), compressed: !uncompressed }
}

/** A fee ceiling, in the coin's smallest unit per gas. @throws CommandError for an invalid price on the chain */
export function ceilingOf(chain: string, text: string): string {
  const price = parseGasPrice(chain, text)
  if (price !== undefined) return price.toString()
  const { name, decimals, least } = gasPriceUnit(chain)
  throw new CommandError(
    'fee.format',
    decimals === 0
      ? `${text} is no price of gas on ${chain}: it is a whole number of ${name}, ${least} at least.`
      : `${text} is no price of gas on ${chain}: it is a number of ${name} above 0, with ${decimals} digits after the point at most.`,
  )
}

/** The price with the given choices, and its lines. On chains with compressed NFTs the lines also show the price of the other kind. */
export async function pricesOf(
  { api, terminal, stop, choices }: Work,
  source: Import,
): Promise<{ quote: Quote; lines: string[] }> {
  const quote = await api.quote(source.id, choices, stop)
  const other = familyOf(quote.chain).compressed
    ? await api.quote(source.id, { ...choices, compressed: !choices.compressed }, stop)
    : null
  const kinds = other && { compressed: choices.compressed, otherwise: other.fee.expected }
  return {
    quote,
    lines: priceLines(quote, { ceiling: choices.feeCeiling, kinds, rates: await api.rates() }, terminal.columns),
  }
}

/** A warning if content of the storage cannot be found publicly; none if there is no storage, or the check fails. */
export async function unseenStorage({ api }: Work): Promise<string[]> {
  try {
    const { seen, said } = await api.storageSeen()
    return seen ? [] : ['', `Warning: ${said}`]
  } catch (error) {
    if (error instanceof CallError) return []
    throw error
  }
}

/** Why nothing is minted: the treasury lacks coin, or no consent. */
export async function refusalOf({ terminal, stop, options }: Work, quote: Quote): Promise<CommandError | undefined> {
  if (BigInt(quote.shortfall.amount) > 0n) {
    const lacking = moneyText(quote.shortfall)
    const beside = quote.treasury.reserved.amount === '0' ? '' : ' beside what other runs need'
    const message = `The treasury lacks ${lacking} for the fee${beside}: send it to ${quote.treasury.address}, and try again.`
    return new CommandError('treasury.short', message)
  }
  if (options.yes) return undefined
  if (!terminal.canAsk)
    return new CommandError(
      'confirm.missing',
      'Nothing was minted: add --yes to mint for this price without being asked.',
    )
  if (await confirm(terminal, mintQuestion(quote), stop)) return undefined
  return new CommandError('confirm.refused', 'Nothing was minted.')
}
