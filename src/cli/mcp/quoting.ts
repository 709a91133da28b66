/** When a quote is given, and when a run may be made from it. */
import type { Import, KeyState, Quote } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { familyOf } from '../../shared/families.ts'
import { counted, moneyText } from '../../shared/format.ts'
import { CommandError } from '../failure.ts'
import type { QuotedMint } from './quotes.ts'

/** Ours, percent: the estimated weight of the same mints differs a little each time, and data fees change. */
const headroom = 10n

/** The part of a price that a quote fixes. */
export type Bound = Pick<QuotedMint, 'nfts' | 'highest' | 'choices'>

/** Whether a checked file has NFTs that can be minted. */
export function isMintable({ state, counts }: Import, skipErrors: boolean): boolean {
  return state === 'checked' && counts.nfts > 0 && (skipErrors || counts.errors === 0)
}

/** The limits that follow from a price: the highest fee, and, on chains with gas, the fee ceiling. */
export function boundOf(price: Quote): Bound & { highestFee: string } {
  const { chain, nfts, fee, gasPrice } = price
  const hasGas = familyOf(chain).gasPrice !== null
  const highest = (BigInt(fee.high.amount) * (100n + headroom)) / 100n
  return {
    nfts,
    highest,
    highestFee: moneyText({ ...fee.high, amount: highest.toString() }),
    choices: { feeCeiling: hasGas ? gasPrice.high : null, compressed: true },
  }
}

/**
 * Checks the key's daily limit and the treasury's balance.
 * @throws CommandError `key.limit.none`, `key.limit.mints`, `funds.missing`
 */
export function requireAllowed({ mintsPerDay, mintedToday }: KeyState, { nfts, shortfall, treasury }: Quote): void {
  if (mintsPerDay === null)
    throw new CommandError(
      'key.limit.none',
      'This key has no daily limit, and without one nothing is minted here: a person sets it in the window under Developers, or with "mintdesk keys limit <id> --mints-per-day <n>".',
    )
  const left = Math.max(0, mintsPerDay - (mintedToday ?? 0))
  const cure = nfts > mintsPerDay ? 'mint a smaller file' : 'wait until midnight (UTC)'
  if (nfts > left)
    throw new CommandError(
      'key.limit.mints',
      `This key may mint ${counted(mintsPerDay, 'NFT')} a day, of which ${left} ${left === 1 ? 'is' : 'are'} left, and this file makes ${nfts}: ${cure}, or ask a person to raise the limit.`,
    )
  if (shortfall.amount !== '0')
    throw new CommandError(
      'funds.missing',
      `The treasury lacks ${moneyText(shortfall)} for this: a person sends them to ${treasury.address}.`,
    )
}

/** @throws CommandError `quote.count` or `quote.price` if the file has more NFTs, or costs more, than quoted */
export function requireWithin(quoted: Bound, nfts: number, price: Quote): void {
  if (nfts > quoted.nfts || price.nfts > quoted.nfts)
    throw new CommandError(
      'quote.count',
      `The file makes more than the ${quoted.nfts} NFTs that were quoted: ask for the price again.`,
    )
  const { feeCeiling } = quoted.choices
  const waits = feeCeiling !== null && BigInt(price.gasPrice.expected) > BigInt(feeCeiling)
  if (waits || BigInt(price.fee.high.amount) > quoted.highest)
    throw new CommandError(
      'quote.price',
      `It costs up to ${moneyText(price.fee.high)} by now, at a price of ${price.gasPrice.expected} for a unit of gas, more than the ${moneyText({ ...price.fee.high, amount: quoted.highest.toString() })} that were quoted at most: ask for the price again.`,
    )
}

/**
 * Makes the run of a quote. A second call for the same quote returns the same run.
 * @returns the run's id
 * @throws CommandError `quote.count`, `quote.price`; CallError, such as `key.limit.mints` if the core's own count for the day is used up
 */
export async function startQuoted(api: AppClient, quoted: QuotedMint, stop: AbortSignal): Promise<string> {
  const { importId, skipErrors, choices } = quoted
  const { counts } = await api.importOf(importId, stop)
  requireWithin(quoted, counts.nfts, await api.quote(importId, choices, stop))
  return (await api.startRun(importId, skipErrors, choices, () => undefined, quoted.nfts)).id
}
