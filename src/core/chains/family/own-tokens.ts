import type { CollectionFacts } from './collections.ts'
import type { NewToken } from './tokens.ts'

/** For families whose tokens each have their own address and URI, and whose transactions hold as many mints as fit into their bytes. */
export interface OwnTokensClient {
  /** How many of these tokens, from the first on, fit into one transaction; at least one. */
  fit(facts: CollectionFacts, tokens: readonly NewToken[], inTree: boolean): number
  /** A made-up wallet address for each number, for estimating costs before there are recipients. */
  usualRecipient(place: number): string
  /** The current holder of a token that is an account of its own; null when there is none. `final`: at the last final block. */
  ownerOf(address: string, final?: boolean): Promise<string | null>
}
