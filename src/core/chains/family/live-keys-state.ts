/** Whether the live projects' keys can be used. */
export interface LiveKeysState {
  /** Why nothing can be done for live projects: no seed, one that cannot be used, or one that is not backed up. Null when it can. */
  unavailable(): string | null
  /** Why nothing can be signed now, though it can once a person unlocks the vault; null when it can. */
  locked(): string | null
}
