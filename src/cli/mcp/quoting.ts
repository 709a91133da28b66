/** When a quote is given, and when a run may be made of it. */
import type { Import, KeyState, Quote } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { familyOf } from '../../shared/families.ts'
import { moneyText } from '../../shared/format.ts'
import { CommandError } from '../failure.ts'
import type { QuotedMint } from './quotes.ts'

/** Ours, percent: a rehearsal weighs the same mints a little differently each time, and data fees move. */
const headroom = 10n

/** What of a price a quote binds. */
export type Bound = Pick<QuotedMint, 'nfts' | 'highest' | 'choices'>

/** Whether something of a checked file can be minted. */
export function isMintable({ state, counts }: Import, skipErrors: boolean): boolean {
  return state === 'checked' && counts.nfts > 0 && (skipErrors || counts.errors === 0)
}

/** What is bound of a price: the most that it may cost, and with it what is paid for a unit of gas, where there is gas. */
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
 * Sees that a key may mint what was priced.
 * @throws CommandError `key.limit.none`, `key.limit.mints`, `funds.missing`
 */
export function requireAllowed({ mintsPerDay, mintedToday }: KeyState, { nfts, shortfall, treasury }: Quote): void {
  if (mintsPerDay === null)
    throw new CommandError(
      'key.limit.none',
      'This key has no daily limit, and without one nothing is minted here: a person sets it in the window under Developers, or with "mintdesk keys limit <id> --mints-per-day <n>".',
    )
  const left = Math.max(0, mintsPerDay - (mintedToday ?? 0))
  if (nfts > left)
    throw new CommandError(
      'key.limit.mints',
      `This key may mint ${mintsPerDay} NFTs a day, of which ${left} are left, and this file makes ${nfts}: wait until midnight (UTC), or ask a person to raise the limit.`,
    )
  if (shortfall.amount !== '0')
    throw new CommandError(
      'funds.missing',
      `The treasury lacks ${moneyText(shortfall)} for this: a person sends them to ${treasury.address}.`,
    )
}

/** @throws CommandError `quote.count` or `quote.price` where a file makes more, or costs more, than was quoted */
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
 * Makes the run of a quote. Twice for one quote, the run there is is the answer.
 * @returns its id
 * @throws CommandError `quote.count`, `quote.price`; CallError, of which `key.limit.mints` says that the core's own count of the day is full
 */
export async function startQuoted(api: AppClient, quoted: QuotedMint, stop: AbortSignal): Promise<string> {
  const { importId, skipErrors, choices } = quoted
  const { counts } = await api.importOf(importId, stop)
  requireWithin(quoted, counts.nfts, await api.quote(importId, choices, stop))
  return (await api.startRun(importId, skipErrors, choices, () => undefined, quoted.nfts)).id
}
