export interface FaultDetail {
  /** The place in the body, e.g. `nfts[17].recipient`. */
  path: string
  message: string
}

/** Whether an error of the file system or the database means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause)
}

/**
 * An error for the person or a client: `code` is a dotted name (docs/api.md, docs/spreadsheet.md), `message` one sentence that says
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
