import type { WalletOwner } from '../family/wallet-owner.ts'
import type { SolanaAccount } from './key-pair.ts'

/** A project's keys. */
export interface SolanaProjectKeys {
  treasury(): SolanaAccount
  named(name: string): SolanaAccount
  user(owner: NonNullable<WalletOwner>): SolanaAccount
}

/** The keys of all practice, or all live, projects. */
interface Keyring {
  readonly solana: {
    treasury(projectIndex: number): SolanaAccount
    named(projectIndex: number, name: string): SolanaAccount
    user(projectIndex: number, user: { kind: NonNullable<WalletOwner>['kind']; id: string }): SolanaAccount
  }
}

/** @param keyring called at each use, because the keys may have become unavailable since */
export function projectKeys(keyring: () => Keyring, projectIndex: number): SolanaProjectKeys {
  return {
    treasury: () => keyring().solana.treasury(projectIndex),
    named: (name) => keyring().solana.named(projectIndex, name),
    user: ({ kind, user }) => keyring().solana.user(projectIndex, { kind, id: user }),
  }
}
