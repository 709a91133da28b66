import { chainLabel } from '../../../shared/chains.ts'
import type { PracticeStatus } from '../family/practice.ts'

/** What a practice network of Aptos says of itself wherever it is shown. */
export const simulatedNotice = 'Simulated: no Move VM.'

/** How it is, as every family's practice networks are; it always says that it is simulated. */
export function aptosPracticeStatus({
  state,
  rpcUrl,
  reason,
}: Pick<PracticeStatus, 'state' | 'rpcUrl' | 'reason'>): PracticeStatus & { chain: 'aptos' } {
  return {
    ...{ chain: 'aptos', label: chainLabel('aptos'), chainId: 4, rpcUrl, state, notice: simulatedNotice },
    ...(reason === undefined ? {} : { reason }),
  }
}
