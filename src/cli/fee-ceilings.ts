/** The fee ceilings of a hand-over, which may move NFTs on several chains at once. */
import type { HandOverQuote } from '../shared/app-api.ts'
import { familyOf } from '../shared/families.ts'
import { gasPriceUnit } from '../shared/gas-price.ts'
import { CommandError } from './failure.ts'
import { ceilingOf } from './mint-price.ts'

/** `--max-fee` as typed: a price, and the chain that it is for, if named. */
export interface TypedCeiling {
  chain: string | undefined
  price: string
}

type Chains = readonly Pick<HandOverQuote['chains'][number], 'chain' | 'chainLabel'>[]

/**
 * The ceiling of each chain: the one that names the chain, or the only one that was given. A price without a chain is refused if it
 * would mean gwei on one chain and octas on another.
 * @throws CommandError `run.feeCeiling` if none of the chains has gas, or a named one has none; `fee.chain` for a chain that is not part of the
 * hand-over or is named twice; `fee.unit` for a price without an unambiguous chain; `fee.format` for an invalid gas price
 */
export function ceilingsOn(chains: Chains, typed: readonly TypedCeiling[]): Record<string, string> {
  if (typed.length === 0) return {}
  const priced = chains.filter(({ chain }) => hasGas(chain))
  if (priced.length === 0) throw noGas(chains)
  const named = new Map<string, string>()
  for (const { chain, price } of typed) {
    if (chain === undefined) continue
    const meant = chains.find((one) => one.chain === chain)
    if (meant === undefined)
      throw refused('fee.chain', `Nothing is moved on ${chain}: name a chain of this hand-over in --max-fee`, priced)
    if (!hasGas(chain)) throw noGas([meant])
    if (named.has(chain)) throw refused('fee.chain', `--max-fee is given twice for ${chain}: give it once`, priced)
    named.set(chain, ceilingOf(chain, price))
  }
  const bare = typed.find(({ chain }) => chain === undefined)
  if (bare === undefined) return Object.fromEntries(named)
  const units = new Set(priced.map(({ chain }) => gasPriceUnit(chain).name))
  if (units.size > 1)
    throw refused(
      'fee.unit',
      `--max-fee ${bare.price} would be ${priced.map(({ chain, chainLabel }) => `${gasPriceUnit(chain).name} on ${chainLabel}`).join(' and ')}: give it for each chain`,
      priced,
    )
  if (typed.length > 1)
    throw refused('fee.unit', `--max-fee ${bare.price} names no chain, and others do: name the chain of each`, priced)
  return Object.fromEntries(priced.map(({ chain }) => [chain, ceilingOf(chain, bare.price)]))
}

function hasGas(chain: string): boolean {
  return familyOf(chain).gasPrice !== null
}

function noGas(chains: Chains): CommandError {
  const names = chains.map(({ chainLabel }) => chainLabel).join(' and ')
  return new CommandError(
    'run.feeCeiling',
    `A fee ceiling is a price of gas, and ${names} has no gas: leave --max-fee out. Nothing was moved.`,
  )
}

/** A refusal that shows the right form of `--max-fee`. */
function refused(code: string, why: string, priced: Chains): CommandError {
  const cure = priced.map(({ chain }) => `--max-fee ${chain}=<${gasPriceUnit(chain).name}>`).join(' ')
  return new CommandError(code, `${why}, as ${cure}. Nothing was moved.`)
}
