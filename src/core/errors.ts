export interface FaultDetail {
  /** Where in the body, e.g. `nfts[17].recipient`. */
  path: string
  message: string
}

/**
 * Something a person or a client is told: `code` is a dotted name from spec/api.md or spec/csv.md, `message` one sentence that says
 * what is wrong and how to cure it. Never holds a secret.
 */
export class CoreError extends Error {
  readonly code: string
  readonly details: readonly FaultDetail[]

  constructor(code: string, message: string, details: readonly FaultDetail[] = []) {
    super(message)
    this.name = 'CoreError'
    this.code = code
    this.details = details
  }
}
