import { foldTrail } from '../../../src/core/chains/family/fence.ts'
import { type Checks, execute, type MarkedContract, type MintCall, type Verdict } from './marked-contract.ts'

/**
 * What somebody does who sees each of our transactions while it waits, pays more, and so comes before it. He holds a token of each collection and
 * is neither its owner nor a minter. Blocks that he fills and prices that he drives up are events of their own (`mine`, `fee`).
 */
export const deeds = ['transfer', 'approve', 'burn', 'permit', 'purchase', 'copy'] as const

export type Deed = (typeof deeds)[number]

/** Rules of the contracts that make his deeds harmless; each can be left out, to see what it is for. */
export interface ContractRules extends Checks {
  /** A permission is kept apart from jobs, by its holder (SignedTransfers.sol). */
  ownPermits: boolean
  /** What is bought leaves the marks of minters alone (Sale.sol). */
  purchasesLeaveMarks: boolean
  /** A number that was burnt is never given again (Supply.sol). */
  burntNumbersStay: boolean
  /** Only minters mint: a copy of our call is refused. */
  mintersOnly: boolean
}

export const contractRules: ContractRules = {
  ...{ trail: true, names: true },
  ...{ ownPermits: true, purchasesLeaveMarks: true, burntNumbersStay: true, mintersOnly: true },
}

/** What stands for a token that he bought. */
const boughtPrefix = 'bought '

export function isBought(token: string): boolean {
  return token.startsWith(boughtPrefix)
}

/** The contract after one of his deeds, before a call of ours that he has seen, perhaps to another contract. */
export function commit(
  contract: MarkedContract,
  deed: Deed,
  seen: MintCall,
  rules: ContractRules = contractRules,
): MarkedContract {
  const { mark, jobs, minted, permits, moved } = contract
  switch (deed) {
    case 'transfer':
    case 'approve':
      return { ...contract, moved: new Map([...moved, [1, `${deed} before ${seen.job}`]]) }
    case 'burn':
      return rules.burntNumbersStay
        ? { ...contract, moved: new Map([...moved, [minted.length, 'burnt']]) }
        : { ...contract, minted: minted.slice(0, -1) }
    case 'permit': {
      const ids = [seen.job, ...seen.fence.replaced]
      if (rules.ownPermits) return { ...contract, permits: new Set([...permits, ...ids]) }
      return { ...contract, jobs: new Map([...ids.map((id) => [id, 1] as const), ...jobs]) }
    }
    case 'purchase': {
      const bought = { ...contract, minted: [...minted, `${boughtPrefix}${minted.length + 1}`] }
      return rules.purchasesLeaveMarks
        ? bought
        : { ...bought, mark: { ...mark, trail: foldTrail(mark.trail, seen.job) } }
    }
    case 'copy':
      return rules.mintersOnly ? contract : asMinter(contract, seen, rules).contract
  }
}

/** He mints with the bytes of our call, and so under no mark of ours. */
function asMinter(
  contract: MarkedContract,
  seen: MintCall,
  rules: ContractRules,
): { contract: MarkedContract; verdict: Verdict } {
  const { expected, writer } = contract.mark.writer === 0 ? seen.fence : { expected: 0, writer: 0 }
  const own = { ...seen, fence: { ...seen.fence, expected, writer, replaced: [] } }
  const after = execute({ ...contract, mark: { writer: expected, trail: seen.fence.trail } }, own, false, rules)
  return { ...after, contract: { ...after.contract, mark: contract.mark } }
}
