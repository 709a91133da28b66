import type { CollectionFacts } from './collections.ts'
import type { NewToken } from './tokens.ts'

/** What is asked of families that mint tokens with an address and a URI of their own each, as many in a transaction as its bytes hold. */
export interface OwnTokensClient {
  /** How many of these, from the first on, go into one transaction; at least one. */
  fit(facts: CollectionFacts, tokens: readonly NewToken[], inTree: boolean): number
  /** The addresses of wallets, one for each number, for what is priced before there are recipients. */
  usualRecipient(place: number): string
  /** Who holds a token that is an account of its own now; null when nobody does. `final`: as far as it will not be taken back. */
  ownerOf(address: string, final?: boolean): Promise<string | null>
}
