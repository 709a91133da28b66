/** A failed call. Its message is a sentence for a person; `code` is one of docs/api.md, or `core.unreachable` without an answer. */
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
