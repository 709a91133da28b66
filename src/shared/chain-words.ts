import { familyOf, isChainName } from './chains.ts'

/** What a chain's own things are called for a person. */
export interface ChainWords {
  /** What a collection is on chain. */
  contract: string
  /** What tells an NFT from the others. */
  token: string
  /** What a transaction uses up. */
  weight: string
  block: string
  /** Whether a signer's transactions stand in an order on chain. */
  sequences: boolean
  /** Whether fees are paid by weight, so that most of it for a unit can be named. */
  feeByWeight: boolean
  /** What became of a transaction that can never count. */
  dead: string
}

const evm: ChainWords = {
  contract: 'Contract',
  token: 'Token id',
  weight: 'gas',
  block: 'Block',
  sequences: true,
  feeByWeight: true,
  dead: 'Replaced, can never count',
}
const solana: ChainWords = {
  contract: 'Mint address',
  token: 'Mint hash',
  weight: 'compute units',
  block: 'Slot',
  sequences: false,
  feeByWeight: false,
  dead: 'Expired, can never count',
}

/** @param chain as the API names it */
export function chainWords(chain: string): ChainWords {
  return isChainName(chain) && familyOf(chain) === 'solana' ? solana : evm
}
