import type { ChainName } from '../../shared/chains.ts'
import { coreFamilyOf } from '../chains/families.ts'
import type { WalletUser } from '../chains/family/wallet-owner.ts'
import { CoreError } from '../lib/errors.ts'
import type { ProjectKind } from '../lib/project-kind.ts'
import type { Keyring } from './keyring.ts'

/** Derives the wallets of users from the seed of the project's kind; the database is not needed for it (docs/keys.md, "Derivation"). */
export interface Wallets {
  /** The address of a user's wallet; about 1.5 ms of work the first time. */
  address(kind: ProjectKind, projectIndex: number, user: WalletUser, chain: ChainName): Promise<string>
}

/**
 * The addresses of users' wallets; a user has one address on all EVM chains.
 * @param keyringOf returns the keys of a kind of project; throws CoreError `live.seed` where it has no seed, `vault.locked` while the vault is locked
 */
export function openWallets(keyringOf: (kind: ProjectKind) => Keyring): Wallets {
  return {
    async address(kind, projectIndex, { kind: userKind, user }, chain) {
      const family = coreFamilyOf(chain)
      if (!family)
        throw new CoreError(
          'wallet.unsupported',
          `Users have no wallets of this project on ${chain}, where Mintdesk only lists what wallets hold: name the wallet by its address, or the user on another chain, such as polygon.`,
        )
      return family.userAddress(keyringOf(kind), projectIndex, { kind: userKind, id: user })
    },
  }
}
