import type { Address } from 'viem'
import { type EvmChain, isEvmChain } from '../../shared/chains.ts'
import type { PracticeFamily, PracticeStatus } from '../chains/family/practice.ts'
import type { Practice } from './practice.ts'
import type { PracticeStatus as AnvilStatus, PracticeNetwork } from './types.ts'

export function evmPractice(practice: Practice): PracticeFamily {
  const evmChain = (chain: string): EvmChain => {
    if (isEvmChain(chain)) return chain
    throw new RangeError(`no practice network for ${chain}`)
  }
  const networkOf = (chain: string): PracticeNetwork => practice.network(evmChain(chain))
  return {
    statuses: () => practice.list().map(evmPracticeStatus),
    genesisHashes: () => practice.list().flatMap(({ genesisHash }) => genesisHash ?? []),
    forget: (chain) => practice.forget(evmChain(chain)),
    reset: (chain) => networkOf(chain).reset(),
    give: (chain, address, amount) => networkOf(chain).give(address as Address, amount),
    recheck() {},
    endLeftBehind: () => practice.endLeftBehind(),
  }
}

/** An anvil's status, in the form of every family's practice networks. */
export function evmPracticeStatus({
  chain,
  label,
  chainId,
  rpcUrl,
  state,
  reason,
  notice,
}: Omit<AnvilStatus, 'genesisHash' | 'pid'>): PracticeStatus {
  return {
    ...{ chain, label, chainId, rpcUrl, state },
    ...(reason === undefined ? {} : { reason }),
    ...(notice === undefined ? {} : { notice }),
  }
}
