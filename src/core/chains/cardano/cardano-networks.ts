import { readCardanoAddress } from '../../../shared/cardano-address.ts'

/** The networks of Cardano that there are. An address of a test network in bech32 does not say of which. */
export type CardanoNetwork = 'mainnet' | 'preprod' | 'preview'

interface CardanoFacts {
  /** What tells it from the others. */
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

/** The network of a magic; null for one that is not known here. */
export function networkOfMagic(magic: number): CardanoNetwork | null {
  return names.find((name) => cardanoNetworks[name].magic === magic) ?? null
}

/** The networks that an address can be of, the likeliest first; none for one of Byron on a test network that is no more. */
export function networksOf(address: string): readonly CardanoNetwork[] {
  const read = readCardanoAddress(address)
  if ('wrong' in read) return []
  if (read.magic !== null) return [networkOfMagic(read.magic)].flatMap((found) => found ?? [])
  return read.network === 'mainnet' ? ['mainnet'] : ['preprod', 'preview']
}

/** Where the explorer of a network shows a wallet, and what its page of an asset begins with. */
export function explorerPages(network: CardanoNetwork, address: string): { wallet: string; assets: string } {
  const { explorer } = cardanoNetworks[network]
  const kind = address.startsWith('stake') ? 'stakekey' : 'address'
  return { wallet: `${explorer}/${kind}/${address}`, assets: `${explorer}/token/` }
}
