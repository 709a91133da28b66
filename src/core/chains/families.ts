import { familyNameOf, isChainName } from '../../shared/chains.ts'
import type { Family } from '../../shared/families/family.ts'
import { families as shared } from '../../shared/families.ts'
import type { CoreError } from '../lib/errors.ts'
import { evmPracticeStatus } from '../practice/evm-family.ts'
import { missingPrograms } from '../practice/solana/program-files.ts'
import { solanaPracticeStatus } from '../practice/solana/solana-family.ts'
import type { Keyring, User } from '../wallets/keyring.ts'
import { aptosPracticeStatus } from './aptos/practice-status.ts'
import type { PracticeStatus } from './family/practice.ts'
import type { KnownNetworks } from './networks.ts'
import type { PracticeLacks } from './unavailable.ts'

/** The parts of a family that need Node, but none of the heavy libraries, which load with `openNetworks`. */
export interface CoreFamily extends Family {
  /** The address of a user's wallet. */
  userAddress(keyring: Keyring, projectIndex: number, user: User): string
  /** What its practice networks lack on this machine; null: nothing. Cheap. @param programs folders for their programs */
  practiceLacks(programs: readonly string[]): CoreError | null
  /** The status of its practice networks before any was started. @param lacks what they lack */
  idlePractice(lacks: PracticeLacks, networks: KnownNetworks): PracticeStatus[]
}

const evm: CoreFamily = {
  ...shared.evm,
  userAddress: (keyring, projectIndex, user) => keyring.userAddress(projectIndex, user),
  practiceLacks: () => null,
  idlePractice: (_lacks, networks) =>
    networks.evmChains().map((chain) => {
      const { label, chainId } = networks.ofEvm(chain)
      return evmPracticeStatus({ chain, label, chainId, state: 'idle', rpcUrl: null })
    }),
}

const solana: CoreFamily = {
  ...shared.solana,
  userAddress: (keyring, projectIndex, user) => keyring.solana.user(projectIndex, user).address,
  practiceLacks: missingPrograms,
  idlePractice: (lacks) => [solanaPracticeStatus({ state: 'idle', rpcUrl: null }, lacks('solana'))],
}

const aptos: CoreFamily = {
  ...shared.aptos,
  userAddress: (keyring, projectIndex, user) => keyring.aptos.user(projectIndex, user).address,
  practiceLacks: () => null,
  idlePractice: () => [aptosPracticeStatus({ state: 'idle', rpcUrl: null })],
}

/** The families that this version has networks of. */
export const families = { evm, solana, aptos } as const

/** The family of a chain; undefined for one that this version has no networks of. */
export function coreFamilyOf(chain: string): CoreFamily | undefined {
  const known: Readonly<Record<string, CoreFamily>> = families
  return isChainName(chain) ? known[familyNameOf(chain)] : undefined
}

/** What practice networks lack on this machine. @param programs folders for their programs */
export function practiceLacksOf(programs: readonly string[]): PracticeLacks {
  return (chain) => coreFamilyOf(chain)?.practiceLacks(programs) ?? null
}

/** The status of all practice networks before any was started. */
export function idlePractice(lacks: PracticeLacks, networks: KnownNetworks): PracticeStatus[] {
  return Object.values(families).flatMap((family) => family.idlePractice(lacks, networks))
}
