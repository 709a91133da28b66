/** Whether the live projects' keys can be used. */
export interface LiveKeysState {
  /** Why live projects cannot be used: there is no seed, it is unusable, or it is not backed up. Null when they can. */
  unavailable(): string | null
  /** Why nothing can be signed until a person unlocks the vault; null when it can. */
  locked(): string | null
}
