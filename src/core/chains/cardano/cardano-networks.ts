import { readCardanoAddress } from '../../../shared/cardano-address.ts'

/** Cardano's networks. A bech32 address of a test network does not say of which one. */
export type CardanoNetwork = 'mainnet' | 'preprod' | 'preview'

interface CardanoFacts {
  /** Distinguishes the networks. */
  magic: number
  label: string
  /** Without a slash at its end. */
  explorer: string
}

/** book.world.dev.cardano.org/environments.html */
export const cardanoNetworks: Readonly<Record<CardanoNetwork, CardanoFacts>> = {
  mainnet: { magic: 764_824_073, label: 'mainnet', explorer: 'https://cardanoscan.io' },
  preprod: { magic: 1, label: 'the test network preprod', explorer: 'https://preprod.cardanoscan.io' },
  preview: { magic: 2, label: 'the test network preview', explorer: 'https://preview.cardanoscan.io' },
}

const names: readonly CardanoNetwork[] = ['mainnet', 'preprod', 'preview']

/** The network of a magic; null if it is unknown. */
export function networkOfMagic(magic: number): CardanoNetwork | null {
  return names.find((name) => cardanoNetworks[name].magic === magic) ?? null
}

/** The networks to which an address can belong, the likeliest first; none for a Byron address of a former test network. */
export function networksOf(address: string): readonly CardanoNetwork[] {
  const read = readCardanoAddress(address)
  if ('wrong' in read) return []
  if (read.magic !== null) return [networkOfMagic(read.magic)].flatMap((found) => found ?? [])
  return read.network === 'mainnet' ? ['mainnet'] : ['preprod', 'preview']
}

/** The explorer's URL of a wallet, and the prefix of its URLs of assets. */
export function explorerPages(network: CardanoNetwork, address: string): { wallet: string; assets: string } {
  const { explorer } = cardanoNetworks[network]
  const kind = address.startsWith('stake') ? 'stakekey' : 'address'
  return { wallet: `${explorer}/${kind}/${address}`, assets: `${explorer}/token/` }
}
