import type { LiveKeysState } from '../chains/family/live-keys-state.ts'

/** What needs the live projects' keys. */
export interface LiveKeys extends LiveKeysState {
  /** Why there can be no live project: no seed, or one that cannot be used. Null when there can. */
  missing(): string | null
  /** Whether there is a seed, usable or not. */
  isThere(): boolean
  /** The 64 bytes that keys are derived from; zeroed when the vault is locked. @throws CoreError `live.seed`, `vault.locked` */
  seed(): Buffer
  /** The seed's fingerprint; null while there is no seed. */
  fingerprint(): string | null
}
