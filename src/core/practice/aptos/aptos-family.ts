import { chainLabel } from '../../../shared/chains.ts'
import type { PracticeFamily, PracticeStatus } from '../../chains/family/practice.ts'
import type { NodeStatus } from '../node/network.ts'
import type { AptosNetwork } from './network.ts'
import { simulatedNotice } from './notice.ts'

type AptosStatus = Omit<PracticeStatus, 'chain'> & { chain: 'aptos' }
type AptosFamily = Omit<PracticeFamily, 'statuses'> & { statuses(): AptosStatus[] }

/** The practice network of Aptos. */
export function aptosPractice(network: AptosNetwork): AptosFamily {
  return {
    statuses: () => [aptosPracticeStatus(network.status())],
    genesisHashes: () => [network.status()].flatMap(({ genesisHash }) => genesisHash ?? []),
    reset: () => network.reset(),
    give: (_chain, address, octas) => network.give(address, octas),
    recheck: () => network.recheck(),
    // Its process ends with the core's.
    async endLeftBehind() {},
  }
}

/** How it is, as every family's practice networks are; it always says that it is simulated. */
export function aptosPracticeStatus({
  state,
  rpcUrl,
  reason,
}: Pick<NodeStatus, 'state' | 'rpcUrl' | 'reason'>): AptosStatus {
  return {
    ...{ chain: 'aptos', label: chainLabel('aptos'), chainId: 4, rpcUrl, state, notice: simulatedNotice },
    ...(reason === undefined ? {} : { reason }),
  }
}
