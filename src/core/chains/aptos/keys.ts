import type { WalletOwner } from '../family/wallet-owner.ts'
import type { AptosAccount } from './key-pair.ts'

/** A project's keys. */
export interface AptosProjectKeys {
  treasury(): AptosAccount
  user(owner: NonNullable<WalletOwner>): AptosAccount
}

/** The keys of all practice, or all live, projects. */
interface Keyring {
  readonly aptos: {
    treasury(projectIndex: number): AptosAccount
    user(projectIndex: number, user: { kind: NonNullable<WalletOwner>['kind']; id: string }): AptosAccount
  }
}

/** @param keyring called at each use, because the keys may have become unavailable since */
export function aptosProjectKeys(keyring: () => Keyring, projectIndex: number): AptosProjectKeys {
  return {
    treasury: () => keyring().aptos.treasury(projectIndex),
    user: ({ kind, user }) => keyring().aptos.user(projectIndex, { kind, id: user }),
  }
}
