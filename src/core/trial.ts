import type { ChainsOptions } from './chains.ts'
import type { EngineDeps } from './minting/deps.ts'
import type { PasswordCost } from './people/password.ts'
import type { ProgramFile } from './program-files.ts'
import type { ScryptCost } from './wallets/vault-file.ts'

/** For tests: what the networks and the engine do otherwise than usual. */
export interface Trial {
  chains?: ChainsOptions['override']
  timing?: EngineDeps['timing']
  /** What new slots of the vault for a passphrase cost. */
  vaultCost?: ScryptCost
  /** What passwords of people cost. */
  passwordCost?: PasswordCost
  /** Milliseconds between two blocks of a practice network. */
  blocks?: number | 'manual'
  /** The programs that a core starts, in place of ours. */
  programFile?: ProgramFile
  /** Milliseconds of the slots of Solana's practice network. */
  slotMs?: number
  /** The practice networks' program, in place of the installed one. */
  anvilPath?: string
  /** Milliseconds between two looks at a verification that is under way. */
  verificationPauseMs?: number
  /** NFTs of a run that are entered in one commit, in place of the usual number. */
  rowsAtOnce?: number
  /** Told at each named point of the journal. */
  point?: (name: string) => void
}
