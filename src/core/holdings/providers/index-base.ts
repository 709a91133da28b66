import { type CardanoNetwork, cardanoNetworks } from '../../chains/cardano/cardano-networks.ts'
import { ProviderError } from './provider.ts'

/** The base of an index's address that the person set; without a path, the service's usual one is added. @throws ProviderError */
export function indexBase(name: string, text: string, path: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!url || !isPlain || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ProviderError(
      'url',
      `${JSON.stringify(text.slice(0, 60))} is not the address of a server of ${name}: it begins with https://, and holds neither a key nor a question mark.`,
    )
  return `${url.origin}${url.pathname === '/' ? path : url.pathname.replace(/\/+$/, '')}`
}

/** The network of one of a service's own servers; null for another server. */
export function networkAt(servers: Readonly<Record<CardanoNetwork, string>>, base: string): CardanoNetwork | null {
  const names = Object.keys(cardanoNetworks) as CardanoNetwork[]
  return names.find((network) => servers[network] === base) ?? null
}
