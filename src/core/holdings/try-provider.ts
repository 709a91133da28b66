import { bech32 } from '@scure/base'
import type { ProviderTest } from '../../shared/api-schemas/providers.ts'
import { isChainName } from '../../shared/chains.ts'
import { familyOf } from '../../shared/families.ts'
import { networkOfMagic } from '../chains/cardano/cardano-networks.ts'
import { isLiveChain } from '../chains/networks.ts'
import { CoreError } from '../lib/errors.ts'
import { openPace } from './providers/pace.ts'
import { type AnyProvider, ProviderError, type UnitProvider } from './providers/provider.ts'

export function namedScope(scope: string): string {
  return scope === 'all' ? 'all networks' : scope
}

/** The network on which a provider is tested: the scope, or for `all` Ethereum, else the provider's first. */
export function testedChain(scope: string, provider: AnyProvider): string {
  if (scope !== 'all' && !isLiveChain(scope) && !isIndexed(scope))
    throw new CoreError(
      'network.unsupported',
      `There is no network named ${JSON.stringify(scope)}; use its name, or all.`,
    )
  if (scope === 'all' && !isForAll(provider))
    throw new ProviderError(
      'chain',
      `${provider.name} is set for one network at a time: ${provider.chains.join(' or ')}.`,
    )
  const chain = scope === 'all' ? ['ethereum', ...provider.chains].find((one) => provider.chains.includes(one)) : scope
  if (chain !== undefined && provider.chains.includes(chain)) return chain
  throw new ProviderError(
    'chain',
    `${provider.name} does not list the NFTs on ${scope}: choose another provider for it.`,
  )
}

/** Whether a provider can be set for all networks: one that lists NFTs by address would displace the one that knows most networks. */
export function isForAll({ lists }: AnyProvider): boolean {
  return lists === 'tokens'
}

/** An EVM address that, as far as is known, holds nothing on any network. */
const quiet = '0x00000000000000000000000000000000000a11ce'

function isIndexed(scope: string): boolean {
  return isChainName(scope) && familyOf(scope).indexed
}

/** A provider to test, with the person's settings for it. */
export interface Tried {
  provider: AnyProvider
  chain: string
  key: string
  url?: string
}

/** Asks a provider about an address that holds nothing. @throws ProviderError */
export async function tryProvider({ provider, chain, key, url = '' }: Tried): Promise<ProviderTest> {
  const start = performance.now()
  const signal = AbortSignal.timeout(20_000)
  if (provider.lists === 'units') await tryIndex(provider, { key, url: url || null, signal })
  else {
    const address = provider.lists === 'assets' ? provider.quiet : quiet
    await provider.page({ chain, address, cursor: null, key, url: url || null, signal })
  }
  return { name: provider.name, chain, latencyMs: Math.round(performance.now() - start) }
}

/** On the network of the server: the person's own server reports it, or is taken to be on mainnet. */
async function tryIndex(
  provider: UnitProvider,
  { key, url, signal }: { key: string; url: string | null; signal: AbortSignal },
): Promise<void> {
  const { base, network } = provider.place({ key, url, networks: ['mainnet'] })
  const options = { base, key, signal, pace: openPace({ name: provider.name, rule: provider.rule() }) }
  const magic = network === null ? await provider.magic(options).catch(() => null) : null
  const isMainnet = (network ?? (magic === null ? 'mainnet' : networkOfMagic(magic))) === 'mainnet'
  await provider.held({ ...options, address: quietAddress(isMainnet), cursor: null })
}

function quietAddress(isMainnet: boolean): string {
  const bytes = Uint8Array.from([isMainnet ? 0x61 : 0x60, ...new Uint8Array(28).fill(0x0a)])
  return bech32.encode(isMainnet ? 'addr' : 'addr_test', bech32.toWords(bytes), false)
}
