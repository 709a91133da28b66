import { type FamilyName, familyNameOf, isChainName } from './chains.ts'
import { aptos } from './families/aptos.ts'
import { cardano } from './families/cardano.ts'
import { evm } from './families/evm.ts'
import type { Family } from './families/family.ts'
import { solana } from './families/solana.ts'

/** All families. Their parts that need Node are in core/chains/families.ts. */
export const families: Readonly<Record<FamilyName, Family>> = { evm, solana, aptos, cardano }

/** The family of a chain. @param chain its API name; any other text counts as an EVM chain */
export function familyOf(chain: string): Family {
  return isChainName(chain) ? families[familyNameOf(chain)] : evm
}
