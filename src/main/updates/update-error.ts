/** What went wrong with an update, in one sentence that also names the cure. */
export class UpdateError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'UpdateError'
  }
}
