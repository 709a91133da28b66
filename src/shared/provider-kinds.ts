/** The providers of holdings that can be set. */
export const providerKinds = [
  'alchemy',
  'blockscout',
  'moralis',
  'das',
  'koios',
  'blockfrost',
  'aptos-indexer',
] as const
export type ProviderKind = (typeof providerKinds)[number]
