import type { TokenStandard } from './tokens.ts'
import type { Transfer, Work } from './work.ts'

/** What is at an address, asked before anything is moved out of a wallet. */
export type TokenStanding =
  | { kind: 'no-contract' }
  /** There is a contract, but none of a standard that can be moved here. */
  | { kind: 'no-nft' }
  /** `held`: units of the token that the account has now; 0 too where there is no such token. */
  | { kind: 'nft'; standard: TokenStandard; held: bigint }

/** Whether what a burn or a transfer was to bring about is so; `doneBy`: the hash of the transaction that did it; `unknown`: nobody tells any more. */
export type Effect = { kind: 'there'; doneBy: string } | { kind: 'unconfirmed' | 'absent' | 'unknown' }

/** NFTs of any contract, strangers' too. */
export interface TransferClient {
  /** Whether the holder of what is of no contract of ours must send the transaction (EVM); else the treasury can, and the holder signs. */
  readonly holderSends: boolean
  /** What a transfer by the holder's signature weighs beyond the same as the holder's own call; absent: there is no such call. */
  readonly permissionWeight?: bigint
  /** Whether a transfer that the chain refused leaves a permission that anybody could still use, so that it is to be revoked; absent: none does. */
  leavesPermission?(work: Transfer): boolean
  /** What is at a contract's address, and how much of the token an account holds now. */
  standing(contract: string, tokenId: string, holder: string): Promise<TokenStanding>
  /**
   * The transaction by which the holder's account made this transfer, known by its job; null when none did. Undefined where it cannot be
   * told (any more). Asked only of holders that send transfers themselves, where something used their accounts that the journal does not
   * know: under these sequences, at or before `block`.
   */
  madeBy(work: Transfer, sequences: readonly number[], block: number): Promise<string | null | undefined>
  /**
   * What became of the token of a burn or a transfer whose permission the contract calls used, which its holder may have used for something
   * else. Absent in families that call only that done which they see done.
   * @param blocks `since`: before the permission was made; `through`: the last that counts as final
   */
  effect?(
    work: Extract<Work, { kind: 'burn' | 'transfer' }>,
    blocks: { since: number; through: number },
  ): Promise<Effect>
}
