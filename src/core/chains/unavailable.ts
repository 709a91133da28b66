import { chainLabel, collectionChains, isChainName, isEvmChain } from '../../shared/chains.ts'

/** Why nothing can be done on a chain now, as a sentence for a person; null when it can. */
export function chainUnavailable(kind: 'practice' | 'live', chain: string): string | null {
  if (kind === 'live') return 'This version mints on practice networks only; live networks come with a later one.'
  if (isEvmChain(chain)) return null
  if (!isChainName(chain) || !collectionChains.some((name) => name === chain))
    return `There is no chain named ${chain} here.`
  return `${chainLabel(chain)} is not supported by this version yet. Use one of the EVM chains, such as polygon.`
}
