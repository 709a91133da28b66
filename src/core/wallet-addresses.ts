import { coreFamilyOf } from './chains/families.ts'
import type { ProjectKind, Wallets } from './context.ts'
import { CoreError } from './errors.ts'
import type { Keyring } from './wallets/keyring.ts'

/**
 * The addresses of users' wallets; EVM chains share one address a user.
 * @param keyringOf the keys of a kind of project; throws CoreError `live.seed` while there are none, `vault.locked` while they are out of reach
 */
export function openWallets(keyringOf: (kind: ProjectKind) => Keyring): Wallets {
  return {
    async address(kind, projectIndex, { kind: userKind, user }, chain) {
      const family = coreFamilyOf(chain)
      if (!family)
        throw new CoreError(
          'wallet.unsupported',
          `Wallets on ${chain} are not there yet: use an EVM chain, such as polygon.`,
        )
      return family.userAddress(keyringOf(kind), projectIndex, { kind: userKind, id: user })
    },
  }
}
