/** What went wrong with an update, as one sentence with its cure. */
export class UpdateError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'UpdateError'
  }
}
