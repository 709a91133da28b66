import { aptosPracticeStatus } from '../../chains/aptos/practice-status.ts'
import type { PracticeFamily } from '../../chains/family/practice.ts'
import type { AptosNetwork } from './network.ts'

type AptosFamily = Omit<PracticeFamily, 'statuses'> & { statuses(): ReturnType<typeof aptosPracticeStatus>[] }

export function aptosPractice(network: AptosNetwork): AptosFamily {
  return {
    statuses: () => [aptosPracticeStatus(network.status())],
    genesisHashes: () => [network.status()].flatMap(({ genesisHash }) => genesisHash ?? []),
    // The practice network cannot be added or removed.
    forget: async () => {},
    reset: () => network.reset(),
    give: (_chain, address, octas) => network.give(address, octas),
    recheck: () => network.recheck(),
    // Its process ends with the core's.
    async endLeftBehind() {},
  }
}
