import { isEvmChain } from '../shared/chains.ts'
import type { Wallets } from './context.ts'
import { CoreError } from './errors.ts'
import type { Keyring } from './wallets/keyring.ts'

/** The addresses of users' wallets, from the practice seed; EVM chains share one address a user. */
export function openWallets(practice: Keyring): Wallets {
  return {
    async address(kind, projectIndex, { kind: userKind, user }, chain) {
      if (kind !== 'practice')
        throw new CoreError('wallet.unsupported', 'Only practice projects have wallets of their own so far.')
      if (!isEvmChain(chain) && chain !== 'arbitrumnova')
        throw new CoreError(
          'wallet.unsupported',
          `Wallets on ${chain} are not there yet: use an EVM chain, such as polygon.`,
        )
      return practice.userAddress(projectIndex, { kind: userKind, id: user })
    },
  }
}
