import { checkAptosAddress } from '../address.ts'
import type { CollectionKind } from '../collection-kinds.ts'
import type { Family } from './family.ts'

// One mint in a batch of thirty: core/chains/aptos/transactions/gas.ts. Most of it is for storage, which does not depend on the gas price.
const digitalAsset: CollectionKind = {
  name: 'digital-asset',
  standard: 'aptos-digital-asset',
  features: ['update', 'royalties', 'transfer-by-signature'],
  compressed: false,
  ownContract: false,
  choice: {
    label: 'Digital Asset',
    about:
      'The standard of the chain itself. Has royalties, and shows its supply limit on chain, where it cannot be changed later.',
    perMint: { weight: 62, beside: 700_000 },
  },
}

/** The family of Aptos' networks. */
export const aptos: Family = {
  label: 'Aptos',
  mainChain: 'aptos',
  explorerPaths: { address: 'account', tx: 'txn' },
  supported: true,
  checkAddress: checkAptosAddress,
  names: { label: 'the Aptos Name Service', endings: ['apt'], anyEnding: false },
  caselessAddresses: true,
  shortAddress: null,
  contractsLookAlike: false,
  sequences: true,
  // aptos-core, gas schedule, `min_gas_price`.
  gasPrice: { name: 'octas', decimals: 0, least: 100n },
  tokenIds: false,
  anyAddress: false,
  apiNames: { token: 'tokenAddress', collection: 'collectionAddress' },
  tokenAddress: /^0x[\da-f]{1,64}$/i,
  compressed: false,
  semiFungible: null,
  payments: false,
  holdingEvents: false,
  indexed: false,
  namesAreUnique: true,
  kinds: [digitalAsset],
  // Aptos' token standard has no symbols.
  symbolAtMost: null,
  // aptos-core's limits (0x4::token and 0x4::collection). The chain stores no symbol, so any length passes.
  longest: { name: 128, symbol: 128, uri: 512, description: 2_048 },
  words: {
    contract: 'Collection address',
    deployed: 'collection',
    token: 'Token address',
    weight: 'units of gas',
    beside: 'storage',
    block: 'Version',
    dead: 'Replaced, can never count',
    kind: 'Standard',
    oneRoyaltyRecipient: (label) => `Royalties on ${label} have one recipient here: name one.`,
    nothingAt: (address, label) => `There is nothing at ${address} on ${label}: check the address.`,
    notMovable: (address, label) =>
      `What is at ${address} on ${label} is no NFT that can be transferred here (a token of the Digital Asset standard that is not bound to its holder).`,
  },
}
