import type { WalletOwner } from '../family/wallet-owner.ts'
import type { SolanaAccount } from './key-pair.ts'

/** A project's keys. */
export interface SolanaProjectKeys {
  treasury(): SolanaAccount
  named(name: string): SolanaAccount
  user(owner: NonNullable<WalletOwner>): SolanaAccount
}
