import { CoreError } from '../lib/errors.ts'

/**
 * - `unreachable`, `limited`, `answer`: try again later
 * - `unsupported`: the service does not know the network
 * - `refused`: it rejects the source, or compiles it to other code than the contract's
 */
export type ExplorerFault = 'unreachable' | 'limited' | 'answer' | 'unsupported' | 'refused' | 'key'

/** Why a verification service failed; a sentence for the person, without a key. */
export class ExplorerError extends CoreError {
  readonly fault: ExplorerFault

  constructor(fault: ExplorerFault, message: string) {
    super(`verification.${fault}`, message)
    this.name = 'ExplorerError'
    this.fault = fault
  }
}
