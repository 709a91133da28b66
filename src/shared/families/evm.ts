import { checkEvmAddress } from '../address.ts'
import type { CollectionKind, ContractFeature } from '../collection-kinds.ts'
import type { Family } from './family.ts'

const all: readonly ContractFeature[] = [
  'update',
  'supply-limit',
  'royalties',
  'base-uri',
  'transferable',
  'metadata',
  'transfer-by-signature',
]
const common = { features: ['payments', ...all], standard: 'erc-721', compressed: false, ownContract: true } as const

// Gas of one mint: `npm run bench:gas`.
const economy: CollectionKind = {
  ...common,
  name: 'economy',
  choice: {
    label: 'Economy',
    about: 'Cheapest to mint. The first transfer of each NFT costs its holder a little more.',
    perMint: { weight: 6_900 },
  },
}
const standard: CollectionKind = {
  ...common,
  name: 'standard',
  choice: {
    label: 'Standard',
    about: 'As most collections are built. Cheapest to transfer.',
    perMint: { weight: 47_000 },
  },
}
const copies: CollectionKind = { ...common, name: 'copies', standard: 'erc-1155', features: all, choice: null }

/** Ethereum and the chains built like it. */
export const evm = {
  label: 'EVM chains',
  mainChain: 'polygon',
  explorerPaths: { address: 'address', tx: 'tx' },
  supported: true,
  checkAddress: checkEvmAddress,
  names: { label: 'ENS', endings: ['eth'], anyEnding: true },
  caselessAddresses: true,
  shortAddress: /^0x[\da-f]{1,41}$/i,
  contractsLookAlike: true,
  sequences: true,
  gasPrice: { name: 'gwei', decimals: 9, least: 1n },
  tokenIds: true,
  anyAddress: false,
  apiNames: null,
  tokenAddress: null,
  compressed: false,
  semiFungible: copies,
  payments: true,
  holdingEvents: true,
  indexed: false,
  namesAreUnique: false,
  kinds: [economy, standard],
  symbolAtMost: 11,
  longest: null,
  words: {
    contract: 'Contract',
    deployed: 'contract',
    token: 'Token id',
    weight: 'gas',
    beside: 'data',
    block: 'Block',
    dead: 'Replaced, can never count',
    kind: 'Contract',
    oneRoyaltyRecipient: () =>
      'Royalties on EVM chains have one recipient (EIP-2981): name one; a splitting contract can be it.',
    nothingAt: (address, label) => `There is no contract at ${address} on ${label}: check address and chain.`,
    notMovable: (address, label) =>
      `The contract at ${address} on ${label} has no NFTs of a kind that can be transferred here (ERC-721, ERC-1155).`,
  },
} as const satisfies Family
