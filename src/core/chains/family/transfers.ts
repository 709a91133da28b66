import type { TokenStandard } from './tokens.ts'
import type { Transfer, Work } from './work.ts'

/** What is at a contract's address; read before anything is moved out of a wallet. */
export type TokenStanding =
  | { kind: 'no-contract' }
  /** There is a contract, but it follows no token standard that Mintdesk can transfer. */
  | { kind: 'no-nft' }
  /** `held`: units of the token that the account has now; also 0 where the token does not exist. */
  | { kind: 'nft'; standard: TokenStandard; held: bigint }

/** Whether a burn or a transfer took effect. `doneBy`: the hash of the transaction that did it; `unknown`: no node can tell any more. */
export type Effect = { kind: 'there'; doneBy: string } | { kind: 'unconfirmed' | 'absent' | 'unknown' }

/** Transfers and burns NFTs of any contract, ours or not. */
export interface TransferClient {
  /** Whether the holder must send transfers of NFTs that are not ours (EVM); else the treasury sends, and the holder signs. */
  readonly holderSends: boolean
  /** The extra weight of a transfer by the holder's signature over the holder's own call; absent: there is no such call. */
  readonly permissionWeight?: bigint
  /** Whether a refused transfer leaves a permission that anybody could still use, so that it must be revoked; absent: none does. */
  leavesPermission?(work: Transfer): boolean
  /** What is at a contract's address, and how much of the token the holder has now. */
  standing(contract: string, tokenId: string, holder: string): Promise<TokenStanding>
  /**
   * The transaction in which the holder's account made this transfer, identified by its job; null when there is none; undefined where no
   * node can tell (any more). Only for holders that send transfers themselves, after external nonce use of their accounts.
   * @param sequences the sequences that the journal does not know, used at or before `block`
   */
  madeBy(work: Transfer, sequences: readonly number[], block: number): Promise<string | null | undefined>
  /**
   * Whether a burn or a transfer took effect whose permission the contract reports as used: its holder may have used it for something else.
   * Absent in families that report only changes that they have seen as done.
   * @param blocks `since`: a block before the permission was made; `through`: the last block that counts as final
   */
  effect?(
    work: Extract<Work, { kind: 'burn' | 'transfer' }>,
    blocks: { since: number; through: number },
  ): Promise<Effect>
}
