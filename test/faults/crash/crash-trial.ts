/** What the chain and the database held in the end. */
export interface Comparison {
  /** Without those that were burnt. */
  mints: number
  onChain: number
  /** Updates, transfers and burns of NFTs; absent where none were asked for. */
  changes?: number
  doubles: number
  lost: number
  unfinished: number
}

/** One data folder and its networks, on which cores are killed one after the other. */
export interface CrashTrial<Scenario> {
  /** Kills a core at a passage of a named point; false when it was not reached. `must`: it is waited for as long as it takes. */
  killAt(point: string, passage: number, scenario: Scenario, must: boolean): Promise<boolean>
  /** Kills a core at a random moment; false when nothing was signed and unsettled then. */
  killAnywhere(): Promise<boolean>
  /** Lets a last core bring everything to its end, and compares what the database says with what the chain holds. */
  compare(): Promise<Comparison>
  close(): Promise<void>
}
