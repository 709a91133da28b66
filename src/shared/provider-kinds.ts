/** The providers of holdings that can be set. */
export const providerKinds = ['alchemy', 'blockscout', 'moralis', 'das', 'koios', 'blockfrost'] as const
export type ProviderKind = (typeof providerKinds)[number]
