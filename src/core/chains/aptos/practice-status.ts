import { chainLabel } from '../../../shared/chains.ts'
import type { PracticeStatus } from '../family/practice.ts'

/** The notice that is shown with a practice network of Aptos. */
export const simulatedNotice = 'Simulated: no Move VM.'

/** The status of the practice network, in the form of every family; always with the notice. */
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
