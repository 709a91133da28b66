import type { CollectionChange } from './collections.ts'
import type { Copies, TemplateDefinition } from './copies.ts'
import type { MintFence } from './fence.ts'
import type { NewToken, TokenStandard, TokenTexts } from './tokens.ts'
import type { LeafContext } from './trees.ts'
import type { WalletOwner } from './wallet-owner.ts'

/** One piece of work on a chain, in terms that every family understands. `fence`: for mints into contracts; absent: zeros, no replaced jobs. */
export type Work =
  | {
      kind: 'mint-batch'
      contract: string
      jobId: string
      folder: string
      recipients: readonly string[]
      sorted: boolean
      /** The folder only serves to read the batch back; the tokens' metadata is under the collection's base URI. */
      base?: boolean
      fence?: MintFence
    }
  | {
      kind: 'mint-uris'
      contract: string
      jobId: string
      recipients: readonly string[]
      uris: readonly string[]
      fence?: MintFence
    }
  /** `uri` '': under the collection's base URI. `literal`: stored as text, because a digest would get the collection's prefix. */
  | {
      kind: 'mint-single'
      contract: string
      jobId: string
      recipient: string
      uri: string
      fence?: MintFence
      literal?: true
    }
  /** Tokens with a URI each, minted into a tree. Without a tree: one token, an account of its own whose address follows from its job. */
  | {
      kind: 'mint-tokens'
      contract: string
      /** The collection's (contract-features.ts). */
      contractKind: string
      jobId: string
      tree: { ordinal: number; address: string } | null
      tokens: readonly NewToken[]
    }
  /** Copies of templates, all of them or none; `definitions`: the templates that the contract may not have yet. */
  | {
      kind: 'mint-copies'
      contract: string
      jobId: string
      /** 0x-hex digest of the folder that names the mints. */
      folder: string
      copies: readonly Copies[]
      definitions: readonly TemplateDefinition[]
      literal?: true
      fence?: MintFence
    }
  /** Sets the supply limit of a template, in units; 0: no limit. */
  | { kind: 'limit-template'; contract: string; tokenId: number; limit: number }
  /** `name`: only for tokens whose name is on chain with the URI (`own`). */
  | { kind: 'update'; contract: string; tokenId: number; uri: string; name?: string; own?: OwnToken; literal?: true }
  /** With the holder's signature, once for each job. `quantity`: units, as a decimal string; only for copies (ERC-1155). */
  | {
      kind: 'burn'
      contract: string
      jobId: string
      tokenId: number
      quantity?: string
      holder: string
      owner: WalletOwner
      own?: OwnToken
    }
  | Transfer
  /** Uses up the holder's permission for a refused transfer without moving anything, so that nobody can carry it out later. */
  | { kind: 'revoke'; transfer: Transfer }
  /**
   * Sends coin from the treasury to a wallet that sends its own transaction, or to the target of a withdrawal. `amount`: smallest unit, as a
   * decimal string.
   */
  | { kind: 'fund'; account: string; amount: string }
  | CollectionChange
  /** An empty transaction: takes a sequence of the treasury, or of the owner's wallet, so that later ones can go on. */
  | { kind: 'fill'; owner?: WalletOwner }

/**
 * Moves an NFT out of a wallet of the project, once for each job. `by`: who sends the transaction: the `treasury`, which pays while the holder
 * only signs; or the `holder`, which needs coin for it (`fund`).
 */
export interface Transfer {
  kind: 'transfer'
  by: 'treasury' | 'holder'
  jobId: string
  /** The token contract; on Solana the mint (`tokenId` is '' then). */
  contract: string
  /** A whole number of any size, in decimal digits. */
  tokenId: string
  standard: TokenStandard
  /** Units, as a decimal string; '1' for unique tokens. */
  quantity: string
  holder: string
  owner: WalletOwner
  to: string
  /** Absent for tokens that are not ours. */
  own?: OwnToken
}

/**
 * A token of ours with an address of its own, as the journal knows it. The engine adds it each time it prepares work on such a token; it is
 * never stored with the work.
 */
export interface OwnToken {
  address: string
  /** Its collection's contract, and the contract kind. */
  collection: string
  contractKind: string
  /** Its texts on chain. */
  texts: TokenTexts
  /** Its leaf in a tree; null: it is an account of its own. */
  leafContext: LeafContext | null
}
