/** The quotes that a model got, and how long they are valid. Nothing is minted without a quote. */
import { randomBytes } from 'node:crypto'
import type { RunChoices } from '../../shared/app-client/runs.ts'
import { CommandError } from '../failure.ts'

/** Ours, ms: long enough for a person to look at a price and answer. */
export const quoteLife = 10 * 60_000
/** Ours: how many quotes are kept; a new one replaces the oldest. */
const mostQuotes = 20

/** What a quote fixes. */
export interface QuotedMint {
  importId: string
  /** The path as requested. */
  file: string
  media: string | undefined
  /** SHA-256 in hex of the spreadsheet, and of its media files with their paths. */
  hash: string
  mediaHash: string | undefined
  nfts: number
  /** The highest fee that the mint may cost, in the coin's smallest unit. */
  highest: bigint
  /** `highest` for a person: `0.0123 POL`. */
  highestFee: string
  skipErrors: boolean
  choices: RunChoices
}

/** What the call that mints must repeat, so that the person who approves the call sees what it does. */
export interface Restated {
  file: string
  nfts: number
  highestFee: string
}

export interface Quotes {
  /** Keeps a quote. @returns its token, and until when it is valid, ms since 1970 */
  give(quoted: QuotedMint): { token: string; until: number }
  /**
   * The quote of a token.
   * @throws CommandError `quote.unknown`, `quote.old`, `quote.mismatch`
   */
  take(token: string, restated: Restated): QuotedMint
}

/** @param clock milliseconds since 1970 */
export function openQuotes(clock: () => number): Quotes {
  const kept = new Map<string, QuotedMint & { until: number }>()
  return {
    give(quoted) {
      const token = randomBytes(18).toString('base64url')
      const until = clock() + quoteLife
      kept.set(token, { ...quoted, until })
      for (const old of [...kept.keys()].slice(0, -mostQuotes)) kept.delete(old)
      return { token, until }
    },
    take(token, { file, nfts, highestFee }) {
      const quoted = kept.get(token)
      if (quoted === undefined)
        throw new CommandError('quote.unknown', 'No quote of this server has that token: ask for the price first.')
      if (clock() >= quoted.until) {
        kept.delete(token)
        throw new CommandError('quote.old', 'The quote is older than ten minutes: ask for the price again.')
      }
      if (file === quoted.file && nfts === quoted.nfts && highestFee === quoted.highestFee) return quoted
      throw new CommandError(
        'quote.mismatch',
        `The quote is for ${JSON.stringify(quoted.file)}, ${quoted.nfts} NFTs and at most ${quoted.highestFee}: say exactly that, or ask for the price again.`,
      )
    },
  }
}
