import type { RowStatus } from '../../store/import-sheet/rows.ts'
import type { EachRow, MintDraft, RawRow } from './check-each.ts'

/**
 * Checked rows as one thread hands them to another: a list for each field, which is a third of the work of handing over as many objects. What the other thread has already (place, cells, notes) is left out.
 */
export interface PackedRows {
  statuses: RowStatus[]
  quantities: number[]
  /** null: the row is not to be minted. */
  recipients: (string | null)[]
  metadata: (string | null)[]
  metadataUris: (string | null)[]
  compressed: (boolean | null)[]
  ids: (string | null)[]
  emails: (string | null)[]
  folded: (string | null)[]
  addresses: (string | null)[]
  /** Of rows that have such, by their place. */
  addressColumns: Map<number, string>
  findings: Map<number, EachRow['row']['findings']>
  media: Map<number, EachRow['media']>
}

/** Packs rows; `addressColumns` names a column where it is another than that of the row before. */
export function packRows(rows: readonly EachRow[]): PackedRows {
  const addressColumns: PackedRows['addressColumns'] = new Map()
  const findings: PackedRows['findings'] = new Map()
  const media: PackedRows['media'] = new Map()
  let column: string | undefined
  for (const [at, { row, media: named, address }] of rows.entries()) {
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

/** The rows again, from what was packed and from the rows that were checked. */
export function unpackRows(packed: PackedRows, raw: readonly RawRow[]): EachRow[] {
  let column = ''
  return raw.map(({ pos, row, cells, notes = [], hidden = false }, at) => {
    column = packed.addressColumns.get(at) ?? column
    const recipient = packed.recipients[at] ?? null
    const address = packed.addresses[at] ?? null
    const mint: MintDraft | null =
      recipient === null
        ? null
        : {
            recipient,
            metadata: packed.metadata[at] ?? null,
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
