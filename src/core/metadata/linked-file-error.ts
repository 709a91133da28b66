/** The codes of findings that are about linked files (docs/spreadsheet.md, "What is checked"). */
export type LinkedFileCode = 'metadata.url' | 'metadata.media'

/** A linked file that cannot be fetched: only the NFT that names it fails. The message says why and what to do. */
export class LinkedFileError extends Error {
  readonly code: LinkedFileCode

  constructor(code: LinkedFileCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'LinkedFileError'
    this.code = code
  }
}
