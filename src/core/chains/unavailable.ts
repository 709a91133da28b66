import { chainLabel, isChainName, isEvmChain, isPracticeChain } from '../../shared/chains.ts'
import { familyOf } from '../../shared/families.ts'
import type { CoreError } from '../lib/errors.ts'
import type { LiveKeysState } from './family/live-keys-state.ts'
import type { EvmNetwork } from './family/network-facts.ts'
import { isLiveChain, type KnownNetworks } from './networks.ts'

/**
 * Why nothing can be done on a chain now, as a sentence for a person; null when it can.
 * @param keys whether the live projects' keys can be used
 * @param practiceLacks what a practice network lacks on this machine
 */
export function chainUnavailable(
  kind: 'practice' | 'live',
  chain: string,
  networks: Pick<KnownNetworks, 'ofEvm' | 'lack'>,
  keys: Pick<LiveKeysState, 'unavailable'>,
  practiceLacks: PracticeLacks,
): string | null {
  if (isChainName(chain) && familyOf(chain).indexed)
    return `On ${chainLabel(chain)} wallets can be looked at, and nothing else be done. Use one of the EVM chains, such as polygon, or solana or aptos.`
  const lack = networks.lack(chain)
  if (lack !== null) return lack
  const noLive = kind === 'live' ? keys.unavailable() : null
  if (noLive !== null) return noLive
  if (isEvmChain(chain)) return kind === 'live' ? switchedOff(networks.ofEvm(chain)) : null
  if (!isLiveChain(chain))
    return `There is no chain named ${chain} here: use one of the EVM chains, such as polygon, or solana or aptos.`
  if (kind === 'live') return null
  if (isPracticeChain(chain)) return practiceLacks(chain)?.message ?? null
  return `${chainLabel(chain)} is a network of live projects: practise on ${familyOf(chain).mainChain}.`
}

/** What a practice network lacks on this machine (`network.programs-missing`); null: nothing. Cheap. */
export type PracticeLacks = (chain: string) => CoreError | null

/** A network that is switched off can only be used for practice. */
function switchedOff({ off }: Pick<EvmNetwork, 'off'>): string | null {
  return off === undefined ? null : `${off} Choose another chain, or use a practice project.`
}
