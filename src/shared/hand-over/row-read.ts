import type { Finding } from '../app-api.ts'
import type { ChainName } from '../chains.ts'

/** Who a row is about. */
export interface Person {
  kind: 'email' | 'userId'
  user: string
}

/** A row of the file, read. */
export interface HandOverRowRead {
  row: number
  cells: readonly string[]
  /** Null where the row names nobody. */
  person: Person | null
  /** Null where the row says none that is good. */
  address: string | null
  /** The chains on which it is one, without those that a good earlier row gives it for. */
  chains: ChainName[]
  /** `repeat`: good earlier rows say all of it. */
  state: 'good' | 'error' | 'repeat'
  findings: Finding[]
}
