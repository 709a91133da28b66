import { chainLabel } from '../../../shared/chains.ts'
import type { PracticeFamily, PracticeStatus } from '../../chains/family/practice.ts'
import type { CoreError } from '../../lib/errors.ts'
import type { SolanaNetwork, SolanaStatus } from './network.ts'

/**
 * The practice network of Solana.
 * @param lacks what keeps it from starting on this machine; null: nothing
 */
export function solanaPractice(network: SolanaNetwork, lacks: () => CoreError | null): PracticeFamily {
  return {
    statuses: () => [solanaPracticeStatus(network.status(), lacks())],
    genesisHashes: () => [network.status()].flatMap(({ genesisHash }) => genesisHash ?? []),
    // The practice network cannot be added or removed.
    forget: async () => {},
    reset: () => network.reset({ signatures: new Set(), addresses: new Set() }),
    give: (_chain, address, lamports) => network.give(address, lamports),
    recheck: () => network.recheck(),
    // Its process ends with the core's.
    async endLeftBehind() {},
  }
}

/** Its status, in the form of every family's practice networks. */
export function solanaPracticeStatus(
  { state, rpcUrl, reason }: Pick<SolanaStatus, 'state' | 'rpcUrl' | 'reason'>,
  lacks: CoreError | null,
): PracticeStatus {
  const idle = rpcUrl === null && lacks !== null
  const why = idle ? lacks.message : reason
  return {
    ...{ chain: 'solana', label: chainLabel('solana'), chainId: null, rpcUrl },
    state: idle ? 'idle' : state,
    ...(idle ? { needs: 'programs' as const } : {}),
    ...(why === undefined ? {} : { reason: why }),
  }
}
