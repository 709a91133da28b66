/** What went wrong with a call, in a sentence for a person; `code` as in docs/api.md, `core.unreachable` without an answer. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly { path: string; message: string }[]

  constructor(
    status: number,
    code: string,
    message: string,
    details: readonly { path: string; message: string }[] = [],
  ) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.details = details
  }
}
