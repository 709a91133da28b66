import { CoreError } from '../lib/errors.ts'

/**
 * - `unreachable`, `limited`, `answer`: try again later
 * - `unsupported`: it does not know the network
 * - `refused`: it does not take what it was given, or does not come to the code that lies at the address
 */
export type ExplorerFault = 'unreachable' | 'limited' | 'answer' | 'unsupported' | 'refused' | 'key'

/** Why a verification service does not do what it is asked for; a sentence for a person, without a key. */
export class ExplorerError extends CoreError {
  readonly fault: ExplorerFault

  constructor(fault: ExplorerFault, message: string) {
    super(`verification.${fault}`, message)
    this.name = 'ExplorerError'
    this.fault = fault
  }
}
