import { checkSolanaAddress } from '../address.ts'
import type { CollectionKind } from '../collection-kinds.ts'
import type { Family } from './family.ts'

const common = { compressed: true, ownContract: false } as const
const coin = { symbol: 'SOL', decimals: 9 } as const

// Lamports of one mint, with three in a transaction, measured with real programs: `npm run bench:solana`. Most of `account` is rent.
const certified: CollectionKind = {
  ...common,
  name: 'certified',
  standard: 'metaplex-certified-collection',
  features: ['update', 'supply-limit', 'transfer-by-signature'],
  choice: {
    label: 'Standard',
    about: 'Cheapest when compressed, and known to every wallet. Mintdesk keeps the supply limit.',
    perMint: { ...coin, compressed: 1_667, account: 19_660_000 },
  },
}
const core: CollectionKind = {
  ...common,
  name: 'core',
  standard: 'metaplex-core-collection',
  features: ['update', 'supply-limit', 'royalties', 'metadata', 'transfer-by-signature'],
  choice: {
    label: 'With royalties',
    about:
      'Has royalties, shows its supply limit on chain, and can be handed to a wallet. Cheaper when not compressed.',
    perMint: { ...coin, compressed: 91_667, account: 3_500_000 },
  },
}

/** Solana's clusters. */
export const solana: Family = {
  label: 'Solana',
  mainChain: 'solana',
  explorerPaths: { address: 'address', tx: 'tx' },
  supported: true,
  checkAddress: checkSolanaAddress,
  names: { label: 'SNS', endings: ['sol', 'sns'], anyEnding: false },
  caselessAddresses: false,
  shortAddress: null,
  contractsLookAlike: false,
  sequences: false,
  gasPrice: null,
  tokenIds: false,
  anyAddress: true,
  apiNames: { token: 'mintHash', collection: 'mintAddress' },
  tokenAddress: /^[1-9A-Za-z]{32,44}$/,
  compressed: true,
  semiFungible: null,
  payments: false,
  holdingEvents: false,
  indexed: false,
  namesAreUnique: false,
  kinds: [certified, core],
  symbolAtMost: 10,
  // The limits of Metaplex' programs.
  longest: { name: 32, symbol: 10, uri: 200 },
  words: {
    contract: 'Mint address',
    deployed: 'collection',
    token: 'Mint hash',
    weight: 'compute units',
    beside: 'data',
    block: 'Slot',
    dead: 'Expired, can never count',
    kind: 'Standard of Metaplex',
    oneRoyaltyRecipient: (label) => `Royalties on ${label} have one recipient here: name one.`,
    nothingAt: (address, label) =>
      `There is no NFT at ${address} on ${label} that this project made, and no account of one: check the address.`,
    notMovable: (address, label) =>
      `What is at ${address} on ${label} is no NFT of a kind that can be transferred here (Token Metadata, neither programmable nor fungible, or a Core asset).`,
  },
}
