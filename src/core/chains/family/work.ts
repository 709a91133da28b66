import type { CollectionChange } from './collections.ts'
import type { Copies, TemplateDefinition } from './copies.ts'
import type { MintFence } from './fence.ts'
import type { NewToken, TokenStandard, TokenTexts } from './tokens.ts'
import type { LeafContext } from './trees.ts'
import type { WalletOwner } from './wallet-owner.ts'

/** One thing to be done on a chain, in terms every family understands. `fence`, of mints into contracts; absent: zeros, and nothing replaced. */
export type Work =
  | {
      kind: 'mint-batch'
      contract: string
      jobId: string
      folder: string
      recipients: readonly string[]
      sorted: boolean
      /** The folder is there to be read back; the collection's base URI says where the tokens' metadata is. */
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
  /** `uri` '': under the collection's base URI. `literal`: it stands on chain as it is; a digest there would get the collection's prefix. */
  | {
      kind: 'mint-single'
      contract: string
      jobId: string
      recipient: string
      uri: string
      fence?: MintFence
      literal?: true
    }
  /** Tokens with a URI of their own each, into a tree; without one there is one token, an account of its own that follows from its job. */
  | {
      kind: 'mint-tokens'
      contract: string
      /** The collection's (contract-features.ts). */
      contractKind: string
      jobId: string
      tree: { ordinal: number; address: string } | null
      tokens: readonly NewToken[]
    }
  /** Copies of templates, all of them or none; `definitions` are those that may be new to the contract. */
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
  /** Most units of a template ever to be minted; 0: no limit. */
  | { kind: 'limit-template'; contract: string; tokenId: number; limit: number }
  /** `name`: only where it stands on chain beside the URI (`own`). */
  | { kind: 'update'; contract: string; tokenId: number; uri: string; name?: string; own?: OwnToken; literal?: true }
  /** With the holder's signature, once for each job. `quantity`: units, as a decimal string; only of copies (ERC-1155). */
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
  /** Uses up the holder's permission for a transfer that the chain refused, and moves nothing: nobody can carry it out later. */
  | { kind: 'revoke'; transfer: Transfer }
  /** Sends an account coin from the treasury: a wallet that sends a transaction of its own, or where a person withdraws to. `amount`: smallest unit, as a decimal string. */
  | { kind: 'fund'; account: string; amount: string }
  | CollectionChange
  /** Does nothing: takes a sequence of the treasury, or with an owner of that wallet, so that those behind it can go on. */
  | { kind: 'fill'; owner?: WalletOwner }

/**
 * Moves an NFT out of a wallet of the project, once for each job. `by` says whose transaction it is: the `treasury`'s, which pays, the
 * holder only signing; or the `holder`'s own, which needs coin for it (`fund`).
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
  /** Units, as a decimal string; '1' of what there is one of only. */
  quantity: string
  holder: string
  owner: WalletOwner
  to: string
  /** Absent where it is no token of ours. */
  own?: OwnToken
}

/**
 * A token of ours with an address of its own, as the journal knows it. The engine adds it to work on such a token each time it is prepared;
 * it is never kept with the work.
 */
export interface OwnToken {
  address: string
  /** Its collection's contract, and what kind that is of. */
  collection: string
  contractKind: string
  /** What stands on chain of it. */
  texts: TokenTexts
  /** Where it lies in a tree; null: it is an account of its own. */
  leafContext: LeafContext | null
}
