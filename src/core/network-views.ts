import type { Network } from '../shared/app-api.ts'
import type { ChainName } from '../shared/chains.ts'
import { networkOf } from './chains/networks.ts'
import type { PracticeStatus } from './practice/types.ts'

/** A practice network as the window and the command line see it. */
export function practiceView({
  chain,
  label,
  chainId,
  rpcUrl,
  state,
  reason,
  notice,
}: Pick<PracticeStatus, 'label' | 'chainId' | 'rpcUrl' | 'state' | 'reason' | 'notice'> & {
  chain: ChainName
}): Network {
  const { symbol, decimals } = networkOf(chain).currency
  return {
    chain,
    label,
    kind: 'practice',
    chainId,
    rpcUrl,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(notice === undefined ? {} : { notice }),
    currency: { symbol, decimals },
    explorer: null,
  }
}
