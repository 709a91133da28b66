/** The largest file that is read, in bytes: 2 GiB. */
export const maxFileBytes = 2 * 1024 ** 3
/** The most rows of a file. */
export const maxRows = 5_000_000
/** The most NFTs one row may ask for. */
export const maxQuantity = 10_000
/** The longest text of one cell, in characters; larger media belong in a separate file. */
export const maxCellLength = 1024 ** 2
/** The longest record, in characters; a longer one has an unclosed quotation mark. */
export const maxRecordLength = 8 * 1024 ** 2
/** The most columns of a file; Excel has 16,384. */
export const maxColumns = 16_384
/** How much of a file the page reads for its preview, in bytes. */
export const previewBytes = 1024 ** 2
