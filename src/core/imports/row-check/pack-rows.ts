import type { RowMint, RowStatus } from '../../store/import-sheet/rows.ts'
import type { EachRow, RawRow } from './check-each.ts'

/** The length of a SHA-256. */
const hashBytes = 32

/**
 * Checked rows as one thread posts them to another: one list for each field, which costs a third of posting as many objects. The receiver
 * has place, cells and notes already, so they are left out.
 */
export interface PackedRows {
  statuses: RowStatus[]
  quantities: number[]
  /** null: the row is not to be minted. */
  recipients: (string | null)[]
  metadata: (string | null)[]
  metadataHashes: (string | null)[]
  /** 32 bytes for each row; zeros where the row is not to be minted. */
  contents: Uint8Array
  metadataUris: (string | null)[]
  compressed: (boolean | null)[]
  ids: (string | null)[]
  emails: (string | null)[]
  folded: (string | null)[]
  addresses: (string | null)[]
  /** The next three hold only rows that have such a value, by place in the piece. */
  addressColumns: Map<number, string>
  findings: Map<number, EachRow['row']['findings']>
  media: Map<number, EachRow['media']>
}

/** Packs rows; `addressColumns` has an entry only where the column differs from that of the address before. */
export function packRows(rows: readonly EachRow[]): PackedRows {
  const addressColumns: PackedRows['addressColumns'] = new Map()
  const findings: PackedRows['findings'] = new Map()
  const media: PackedRows['media'] = new Map()
  const contents = new Uint8Array(rows.length * hashBytes)
  let column: string | undefined
  for (const [at, { row, media: named, address }] of rows.entries()) {
    if (row.mint !== null) contents.set(row.mint.content, at * hashBytes)
    if (row.findings.length > 0) findings.set(at, row.findings)
    if (named.length > 0) media.set(at, named)
    if (address === null || address.column === column) continue
    column = address.column
    addressColumns.set(at, column)
  }
  return {
    statuses: rows.map(({ row }) => row.status),
    quantities: rows.map(({ row }) => row.quantity),
    recipients: rows.map(({ row }) => row.mint?.recipient ?? null),
    metadata: rows.map(({ row }) => row.mint?.metadata ?? null),
    metadataHashes: rows.map(({ row }) => row.mint?.metadataHash ?? null),
    contents,
    metadataUris: rows.map(({ row }) => row.mint?.metadataUri ?? null),
    compressed: rows.map(({ row }) => row.mint?.compressed ?? null),
    ids: rows.map(({ row }) => row.id),
    emails: rows.map(({ row }) => row.email),
    folded: rows.map(({ row }) => row.folded),
    addresses: rows.map(({ address }) => address?.address ?? null),
    addressColumns,
    findings,
    media,
  }
}

/** Restores the rows from the packed ones and the raw ones. */
export function unpackRows(packed: PackedRows, raw: readonly RawRow[]): EachRow[] {
  let column = ''
  const { buffer, byteOffset } = packed.contents
  return raw.map(({ pos, row, cells, notes = [], hidden = false }, at) => {
    column = packed.addressColumns.get(at) ?? column
    const recipient = packed.recipients[at] ?? null
    const address = packed.addresses[at] ?? null
    const mint: RowMint | null =
      recipient === null
        ? null
        : {
            recipient,
            metadata: packed.metadata[at] ?? null,
            metadataHash: packed.metadataHashes[at] ?? null,
            content: Buffer.from(buffer, byteOffset + at * hashBytes, hashBytes),
            metadataUri: packed.metadataUris[at] ?? null,
            compressed: packed.compressed[at] ?? null,
          }
    return {
      row: {
        pos,
        row,
        cells,
        status: packed.statuses[at] ?? 'error',
        quantity: packed.quantities[at] ?? 1,
        mint,
        id: packed.ids[at] ?? null,
        email: packed.emails[at] ?? null,
        folded: packed.folded[at] ?? null,
        notes,
        hidden,
        findings: packed.findings.get(at) ?? [],
      },
      media: packed.media.get(at) ?? [],
      address: address === null ? null : { address, column },
    }
  })
}
