import { checkCardanoAddress } from '../cardano-address.ts'
import type { Family } from './family.ts'
import { walletsOnly } from './unsupported.ts'

/** Cardano: Mintdesk only lists its wallets. */
export const cardano: Family = {
  ...walletsOnly,
  label: 'Cardano',
  names: null,
  mainChain: 'cardano',
  explorerPaths: { address: 'address', tx: 'transaction' },
  sequences: false,
  checkAddress: checkCardanoAddress,
  shortAddress: /^(addr|stake)(_test)?1[a-z\d]{20,}$/i,
  indexed: true,
}
