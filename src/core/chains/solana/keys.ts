import type { SolanaAccount } from '../../wallets/solana-keys.ts'
import type { WalletOwner } from '../family/wallet-owner.ts'

/** A project's keys. */
export interface SolanaProjectKeys {
  treasury(): SolanaAccount
  named(name: string): SolanaAccount
  user(owner: NonNullable<WalletOwner>): SolanaAccount
}
