import type { Finding } from '../app-api.ts'
import type { ChainName } from '../chains.ts'

/** The person of a row. */
export interface Person {
  kind: 'email' | 'userId'
  user: string
}

/** A row of the file, read. */
export interface HandOverRowRead {
  row: number
  cells: readonly string[]
  /** Null if the row names nobody. */
  person: Person | null
  /** Null if the row has no valid address. */
  address: string | null
  /** The chains on which the address is valid, without those that an earlier good row of the person covers. */
  chains: ChainName[]
  /** `repeat`: earlier good rows cover all of it. */
  state: 'good' | 'error' | 'repeat'
  findings: Finding[]
}
