import type { LiveKeysState } from '../chains/family/live-keys-state.ts'

/** The live projects' seed and whether it can be used. */
export interface LiveKeys extends LiveKeysState {
  /** Why there can be no live project: no seed, or an unusable one. Null when there can. */
  missing(): string | null
  /** Whether there is a seed, usable or not. */
  isThere(): boolean
  /** The 64 bytes that keys are derived from; zeroed when the vault is locked. @throws CoreError `live.seed`, `vault.locked` */
  seed(): Buffer
  /** The seed's fingerprint; null while there is no seed. */
  fingerprint(): string | null
}
