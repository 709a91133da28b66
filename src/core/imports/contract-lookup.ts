import { type ChainName, chainLabel } from '../../shared/chains.ts'
import { familyOf } from '../../shared/families.ts'

/** Returns which addresses, in lower case, are contracts; null when the network cannot answer now. */
export type AskContracts = (chain: ChainName, addresses: string[]) => Promise<string[] | null>

/** `AskContracts` for the rows of one task: a network that does not answer is asked once, and a notice says so. */
export interface ContractLookup {
  among(addresses: string[]): Promise<Set<string>>
  /** What could not be looked up, as a sentence; undefined when all was. */
  notice(): string | undefined
}

/** @param ask the network, through the core. Families whose addresses show whether they are contracts are not asked. */
export function contractLookup(chain: ChainName, ask: AskContracts): ContractLookup {
  let silent = !familyOf(chain).contractsLookAlike
  let notice: string | undefined
  return {
    async among(addresses) {
      if (silent || addresses.length === 0) return new Set()
      const contracts = await ask(chain, addresses)
      if (contracts !== null) return new Set(contracts)
      silent = true
      notice = `${chainLabel(chain)} does not answer now, so recipients that are contracts are not all marked. Check the file again when it does.`
      return new Set()
    },
    notice: () => notice,
  }
}
