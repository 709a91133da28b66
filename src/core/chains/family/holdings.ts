import type { TokenKind } from './tokens.ts'

/** A token of any contract, ours or not. */
export interface TokenRef {
  contract: string
  /** A whole number in decimal digits, up to 2^256 - 1. */
  tokenId: string
  /** Only where it is known: the contract is then asked by this standard alone. */
  standard?: TokenKind | undefined
}

/** How much an address holds of a token. */
export interface HeldToken {
  /** Null: there is no contract, or none of NFTs. */
  standard: TokenKind | null
  /** Units held now; for erc-721 1n or 0n. */
  quantity: bigint
}

/** Which transfers to find: to and from an address, in all contracts; or in these contracts, of all holders. */
export type TransferFilter = { holder: string } | { contracts: readonly string[] }

/** A token that went from one address to another, as an event says. Addresses in lower case. */
export interface TokenMove {
  contract: string
  tokenId: string
  standard: TokenKind
  from: string
  to: string
  block: number
}

/** Reads token contracts that anybody may have written. One answer for each, in the order asked. */
export interface TokensClient {
  /** Transfers in the blocks from..to, in the order of the chain. @throws RangeRefused */
  transfers(filter: TransferFilter, from: number, to: number): Promise<TokenMove[]>
  /** Hash of a block; null where it does not exist (yet, or any more). */
  blockHash(block: number): Promise<string | null>
  /** The current holders of these tokens, in order; null where the token does not exist (any more). Reads many in one call. */
  owners(contract: string, tokenIds: readonly number[]): Promise<(string | null)[]>
  /** What the address holds now, by `ownerOf` or `balanceOf`. */
  held(holder: string, tokens: readonly TokenRef[]): Promise<HeldToken[]>
  /** `tokenURI` or `uri`, unchanged (`{id}` is not replaced); null where the contract returns none. */
  uris(tokens: readonly (TokenRef & { standard: TokenKind })[]): Promise<(string | null)[]>
  /** `name()`; null where the contract has none. */
  names(contracts: readonly string[]): Promise<(string | null)[]>
}
