import { type ChainName, chainLabel } from '../../shared/chains.ts'
import { familyOf } from '../../shared/families.ts'

/** Tells which addresses are contracts; null when the network cannot say now. Addresses in lower case. */
export type AskContracts = (chain: ChainName, addresses: string[]) => Promise<string[] | null>

/** The same for the rows of one task: a network that does not answer is asked once, and a person is told. */
export interface ContractLookup {
  among(addresses: string[]): Promise<Set<string>>
  /** What could not be looked up; undefined when all was. */
  notice(): string | undefined
}

/** @param ask the network, through the core. Chains of other families are not asked: their addresses say themselves what they are. */
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
