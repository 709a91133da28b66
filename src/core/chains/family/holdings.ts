import type { TokenKind } from './tokens.ts'

/** A token of any contract, ours or a stranger's. */
export interface TokenRef {
  contract: string
  /** A whole number in decimal digits, up to 2^256 - 1. */
  tokenId: string
  /** Where it is known: the contract is then asked about that alone. */
  standard?: TokenKind | undefined
}

/** What an address holds of a token. */
export interface HeldToken {
  /** Null: what is there is no contract of NFTs, or nothing is there. */
  standard: TokenKind | null
  /** Units held now; of erc-721 1n or 0n. */
  quantity: bigint
}

/** Whose transfers are looked for: to and from an address, of all contracts; or of these contracts, whoever's. */
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

/** What is asked of contracts that anybody may have written. One answer for each, in the order asked. */
export interface TokensClient {
  /** Transfers in the blocks from..to, in the order of the chain. @throws RangeRefused */
  transfers(filter: TransferFilter, from: number, to: number): Promise<TokenMove[]>
  /** Hash of a block; null where there is none (yet, or any more). */
  blockHash(block: number): Promise<string | null>
  /** Who holds each of these tokens now, in their order; null where there is none (any more). Many are asked for together. */
  owners(contract: string, tokenIds: readonly number[]): Promise<(string | null)[]>
  /** What the address holds now, by `ownerOf` or `balanceOf`. */
  held(holder: string, tokens: readonly TokenRef[]): Promise<HeldToken[]>
  /** `tokenURI` or `uri` as they stand (`{id}` as it is); null where the contract has none to give. */
  uris(tokens: readonly (TokenRef & { standard: TokenKind })[]): Promise<(string | null)[]>
  /** `name()`; null where the contract has none. */
  names(contracts: readonly string[]): Promise<(string | null)[]>
}
