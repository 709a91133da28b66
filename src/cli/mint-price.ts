/** The price of a file that is to be minted, and whether it is minted for that. */
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

/** What the price of a run depends on, as the flags say it. @throws CommandError for a fee that is none on the chain */
export function choicesOf({ maxFee, uncompressed = false }: MintOptions, chain: string): RunChoices {
  return { feeCeiling: maxFee === undefined ? null : ceilingOf(chain, maxFee), compressed: !uncompressed }
}

/** A fee ceiling, in the coin's smallest unit per gas. @throws CommandError for what is no price on the chain */
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

/** The price as it was chosen, and what says it; where NFTs may be compressed or not, with the other price beside it. */
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

/** A warning where the world does not find what the storage keeps; none where there is no storage, or it cannot be asked. */
export async function unseenStorage({ api }: Work): Promise<string[]> {
  try {
    const { seen, said } = await api.storageSeen()
    return seen ? [] : ['', `Warning: ${said}`]
  } catch (error) {
    if (error instanceof CallError) return []
    throw error
  }
}

/** Why it is not minted: no coin, or nobody said yes. */
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
