import type { ChainsOptions } from './chains.ts'
import type { EngineDeps } from './minting/deps.ts'
import type { PasswordCost } from './people/password.ts'
import type { ProgramFile } from './program-files.ts'
import type { ScryptCost } from './wallets/vault-file.ts'

/** For tests: changes to how the networks and the engine work. */
export interface Trial {
  chains?: ChainsOptions['override']
  timing?: EngineDeps['timing']
  /** The scrypt cost of new passphrase slots of the vault. */
  vaultCost?: ScryptCost
  /** The hashing cost of people's passwords. */
  passwordCost?: PasswordCost
  /** Milliseconds between two blocks of a practice network. */
  blocks?: number | 'manual'
  /** Replaces the programs that a core starts. */
  programFile?: ProgramFile
  /** Slot time of Solana's practice network, ms. */
  slotMs?: number
  /** Path of anvil, instead of the installed one. */
  anvilPath?: string
  /** Milliseconds between two checks of a running contract verification. */
  verificationPauseMs?: number
  /** NFTs of a run that are entered in one commit, instead of the usual number. */
  rowsAtOnce?: number
  /** Called at each crash point. */
  point?: (name: string) => void
}
