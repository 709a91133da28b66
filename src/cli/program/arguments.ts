/** Parsers of typed numbers. Each throws `InvalidArgumentError` with a sentence. */
import { InvalidArgumentError } from 'commander'
import type { Context } from '../context.ts'
import type { ExitCode } from '../failure.ts'
import type { TypedCeiling } from '../fee-ceilings.ts'

/** Runs a command with its context, and records its exit code. `work` imports the command's code itself. */
export type Run = (work: (context: Context) => Promise<ExitCode>) => Promise<void>

/** A price per unit of gas, in the chain's usual unit of gas prices. */
export function readGasPrice(text: string): string {
  if (/^(?=.*[1-9])[\d,]+(\.\d+)?$/.test(text.trim())) return text.trim()
  throw new InvalidArgumentError(
    'A fee is a number of gwei above 0, such as 50 or 0.5; on Aptos of octas, such as 150.',
  )
}

/** Such a price, or `none`. */
export function readGasPriceOrNone(text: string): string {
  return text === 'none' ? text : readGasPrice(text)
}

/** A price for one chain, as `polygon=40`, or for all chains. Adds it to those `before`. */
export function readCeilings(text: string, before: TypedCeiling[] = []): TypedCeiling[] {
  const [, chain, price] = /^\s*([a-z\d-]+)\s*=(.*)$/is.exec(text) ?? []
  return [...before, { chain: chain?.toLowerCase(), price: readGasPrice(price ?? text) }]
}

/** A whole number of at least 1. */
export function readCount(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number from 1.')
}

/** Such a number, or `none`. */
export function readCountOrNone(text: string): number | 'none' {
  return text === 'none' ? text : readCount(text)
}

/** Units of a token, as text: they may exceed what a JavaScript number holds. */
export function readUnits(text: string): string {
  if (/^[1-9]\d{0,77}$/.test(text)) return text
  throw new InvalidArgumentError('It is a whole number from 1.')
}
