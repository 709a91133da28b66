/** Classifies the first values of each column. */

/** How many rows of a file are used to guess its columns. */
export const sampleRows = 200

/** `host`: a name with dots, which can be a web host or an ENS name; the header decides. */
export type ValueKind = 'address' | 'email' | 'url' | 'file' | 'host' | 'number' | 'phone' | 'text'

/** Statistics of a column's values; `values`: how many cells are filled in. */
export interface ColumnValues {
  values: number
  /** How many of them are of a kind. */
  count(kind: ValueKind): number
  /** Whether at least this share of them (0 to 1) is of these kinds; false if none is filled in. */
  are(share: number, ...kinds: readonly ValueKind[]): boolean
}

const locator = /^(?:[a-z][a-z\d-]*:)?(?:0x[0-9a-f]{3,64}|[1-9a-hj-np-z]{32,44}|addr1[0-9a-z]{20,})$/i
const named = /^(?:email|userid):\S+$|^(?:[a-z][a-z\d-]*:)?[^\s:@/]+\.(?:eth|sol|sns|apt)$/iu
const host = /^(?:[a-z][a-z\d-]*:)?[^\s:@/]+\.\p{L}[\p{L}\d-]+$/iu
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const url = /^(?:https?|ipfs|ar):\/\/\S+$|^data:\S+$/i
const file = /^[^\s/\\:][^:]*\.(?:png|jpe?g|gif|webp|svg|avif|mp4|webm|mov|mp3|wav|glb|gltf|pdf)$/i
const number = /^[+-]?\d+$/
const phone = /^\+?[\d\s().\-/]{7,20}$/

/** Whether a text has the form of an address on some chain. */
export const isAddress = (text: string): boolean => locator.test(text)

/** Whether a text has the form of another recipient: a name such as `nick.eth`, or `email:…` or `userId:…`. */
export const isNamed = (text: string): boolean => named.test(text)

function kindOf(text: string): ValueKind {
  if (email.test(text)) return 'email'
  if (isAddress(text) || isNamed(text)) return 'address'
  if (url.test(text)) return 'url'
  if (file.test(text)) return 'file'
  if (host.test(text)) return 'host'
  if (/^\+?\d{1,9}$/.test(text)) return 'number'
  if (phone.test(text) && text.replace(/\D/g, '').length >= 7 && !isDate(text)) return 'phone'
  return number.test(text) ? 'number' : 'text'
}

function isDate(text: string): boolean {
  return /^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{4}$/.test(text)
}

/** The statistics of each column. @param rows the first rows of the file */
export function valuesOf(rows: readonly (readonly string[])[], columns: number): ColumnValues[] {
  return Array.from({ length: columns }, (_, column) => {
    const counts = new Map<ValueKind, number>()
    let values = 0
    for (const row of rows.slice(0, sampleRows)) {
      const text = row[column]?.trim() ?? ''
      if (text === '') continue
      values++
      const kind = kindOf(text.slice(0, 500))
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    const count = (kind: ValueKind) => counts.get(kind) ?? 0
    return {
      values,
      count,
      are: (share, ...kinds) => values > 0 && kinds.reduce((sum, kind) => sum + count(kind), 0) >= share * values,
    }
  })
}
