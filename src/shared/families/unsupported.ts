import { checkAptosAddress } from '../address.ts'
import type { Family } from './family.ts'

/** What families have in common whose wallets alone are known: nothing is minted there. */
export const walletsOnly = {
  supported: false,
  caselessAddresses: false,
  shortAddress: null,
  contractsLookAlike: false,
  feeByWeight: true,
  tokenIds: false,
  tokenAddress: null,
  compressed: false,
  semiFungible: null,
  payments: false,
  holdingEvents: false,
  indexed: false,
  kinds: [],
  symbolAtMost: 11,
  longest: null,
  words: {
    contract: 'Collection',
    token: 'Token address',
    weight: 'units',
    block: 'Block',
    dead: 'Can never count',
    kind: 'Standard',
    oneRoyaltyRecipient: (label: string) => `Royalties on ${label} have one recipient here: name one.`,
    nothingAt: (address: string, label: string) => `There is no NFT at ${address} on ${label}: check the address.`,
    notMovable: (address: string, label: string) =>
      `What is at ${address} on ${label} is no NFT of a kind that can be transferred here.`,
  },
} as const

export const aptos: Family = {
  ...walletsOnly,
  label: 'Aptos',
  mainChain: 'aptos',
  explorerPaths: { address: 'account', tx: 'txn' },
  sequences: true,
  checkAddress: checkAptosAddress,
}
