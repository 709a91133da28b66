/** The first bytes of a zip archive (workbooks since 2007), and of the container of older and of locked workbooks. */
const zipBytes = [0x50, 0x4b, 0x03, 0x04]
const compoundBytes = [0xd0, 0xcf, 0x11, 0xe0]

/** Whether a file's first bytes are those of a workbook, or of another archive of the same form. */
export function looksLikeWorkbook(head: Uint8Array): boolean {
  return startsWith(head, zipBytes) || isCompound(head)
}

/** Whether it is the container of old workbooks, and of those with a password. */
export function isCompound(head: Uint8Array): boolean {
  return startsWith(head, compoundBytes)
}

function startsWith(head: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => head[at] === byte)
}
