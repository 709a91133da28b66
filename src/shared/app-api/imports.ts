import { z } from 'zod'
import { cureRules } from '../spreadsheet/cure-rules.ts'
import { time } from './units.ts'

export const fieldName = z.enum([
  'recipient',
  'email',
  'userId',
  'name',
  'description',
  'image',
  'animation_url',
  'external_url',
  'attributes',
  'quantity',
  'id',
  'metadata_uri',
  'compressed',
  'trait',
  'ignore',
  'result',
])
export type FieldName = z.infer<typeof fieldName>

/** One column of the file: its header as written, and the field it maps to. `trait` and `displayType` are set for the field `trait`. */
export const columnMapping = z.object({
  header: z.string(),
  field: fieldName,
  trait: z.string().optional(),
  displayType: z.enum(['number', 'boost_number', 'boost_percentage', 'date', 'string']).optional(),
})
export type ColumnMapping = z.infer<typeof columnMapping>

export const finding = z.object({
  /** As a spreadsheet program shows it: the header is row 1, blank lines count. */
  row: z.int(),
  /** The header of the column, or '' for the row as a whole. */
  column: z.string(),
  code: z.string(),
  level: z.enum(['error', 'warning']),
  message: z.string(),
})
export type Finding = z.infer<typeof finding>

export const importCounts = z.object({
  /** Rows read so far (blank ones are not counted). */
  rows: z.int(),
  ready: z.int(),
  errors: z.int(),
  warnings: z.int(),
  /** Rows that are listed and skipped: minted before, or duplicates the person chose to drop. */
  skipped: z.int(),
  /** NFTs that the ready rows make, with `quantity` counted. */
  nfts: z.int(),
})

export const importOptions = z.object({
  /** The collection whose chain and supply the rows are checked against. */
  collectionId: z.string(),
  /** Columns that map to no field become traits of their name, unless they look personal; if false they stay private. */
  otherColumnsAsTraits: z.boolean(),
  /** Headers of such columns that become traits even if they look personal. */
  traits: z.array(z.string()),
  duplicates: z.enum(['all', 'first']),
  /** Mint rows again that were minted into this collection before. */
  again: z.boolean(),
  /** How hidden rows and columns of a workbook are handled; `ask`: nothing can be minted while there are any. */
  hidden: z.enum(['ask', 'mint', 'skip']),
})
export type ImportOptions = z.infer<typeof importOptions>

/** A correction of one cell (`rule` is null), or a cure of all cells with the same fault (`row` is null). */
export const importCorrection = z.object({
  column: z.string(),
  row: z.int().nullable(),
  rule: z.enum(cureRules).nullable(),
  /** How many cells it changed. */
  cells: z.int(),
})
export type ImportCorrection = z.infer<typeof importCorrection>

/**
 * `POST /app/imports?name=<file name>&collectionId=<id>` with the file's bytes as the body (application/octet-stream) → `Import`;
 * `sheet=<name>` chooses the sheet of a workbook, `hidden=mint|skip` sets how its hidden rows and columns are handled.
 * Dropped media: `PUT /app/imports/{id}/media?path=<relative path>` with the file's bytes, before or after the check; then a re-check.
 * `GET /app/imports` lists the latest imports; `GET /app/imports/{id}` → `Import`; `DELETE` drops it.
 * `PATCH /app/imports/{id}` with `importPatch` checks again → `Import`.
 * `GET /app/imports/{id}/rows` with `rowQuery` → `importRows`; `PATCH /app/imports/{id}/rows/{row}` with `cellEdit` → `importRow`.
 * `GET /app/imports/{id}/cure` with `cure` → `curePreview`: what a cure would change; `POST` with the same → `Import`: applies it.
 * `POST /app/imports/{id}/undo` → `Import`: undoes the last correction, of one cell or a cure.
 * `GET /app/imports/{id}/errors.csv`, or `.xlsx`: the rows with errors, with one more column that says why.
 */
export const importState = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['checking', 'checked', 'failed']),
  /** What is wrong with the file as a whole, when `failed`. */
  failure: finding.optional(),
  /** A check that could not be made now, e.g. because a network did not answer; the file can be minted all the same. */
  notice: z.string().optional(),
  bytesRead: z.int(),
  bytesTotal: z.int(),
  /** `Excel` or `OpenDocument` for a workbook. */
  encoding: z.string(),
  /** '' for a workbook. */
  delimiter: z.string(),
  /** The sheets of a workbook in their order; none for a text file. */
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
  /** The sheet that was read. */
  sheet: z.string().nullable(),
  /** Findings about the file as a whole that do not prevent minting. */
  remarks: z.array(finding),
  columns: z.array(columnMapping),
  counts: importCounts,
  /** The number of findings by code and column. */
  codes: z.array(
    z.object({ code: z.string(), column: z.string(), level: z.enum(['error', 'warning']), count: z.int() }),
  ),
  /** The correction that `undo` takes back; null when there is none. */
  lastCorrection: importCorrection.nullable(),
  options: importOptions,
  mediaFiles: z.int(),
  createdAt: time,
})
export type Import = z.infer<typeof importState>

/** `sheet` reads another sheet of the workbook; the corrections of the previous sheet are lost. */
export const importPatch = importOptions
  .partial()
  .extend({ columns: z.array(columnMapping).optional(), sheet: z.string().optional() })
export type ImportPatch = z.infer<typeof importPatch>

export const rowFilter = z.enum(['all', 'ready', 'errors', 'warnings', 'skipped'])
export type RowFilter = z.infer<typeof rowFilter>
/** Rows by their place in the filtered list, for a virtual table. */
export const rowQuery = z.object({
  filter: rowFilter.default('all'),
  code: z.string().optional(),
  /** With `code`: only findings in this column. */
  column: z.string().optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
export const importRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  status: z.enum(['ready', 'error', 'warning', 'skipped']),
  findings: z.array(finding),
  /** The NFT as wallets will show it, when the row can be minted: metadata object, or a URL of hosted metadata. */
  nft: z.object({ recipient: z.string(), quantity: z.int(), metadata: z.unknown() }).nullable(),
})
export type ImportRow = z.infer<typeof importRow>
export const importRows = z.object({ total: z.int(), rows: z.array(importRow) })
export const cellEdit = z.object({
  /** Its header, or its index from 0, for columns that share a header. */
  column: z.union([z.string(), z.int().min(0)], {
    error: 'column is the header of a column, or its place: a whole number from 0.',
  }),
  value: z.string(),
})
/** A cure of every cell of a column that has this finding. */
export const cure = z.object({ rule: z.enum(cureRules), code: z.string(), column: z.string() })
export type Cure = z.infer<typeof cure>
/** How many cells a cure would change, and the first of them. */
export const curePreview = z.object({
  count: z.int(),
  examples: z.array(z.object({ row: z.int(), before: z.string(), after: z.string() })),
})
export type CurePreview = z.infer<typeof curePreview>
/**
 * `POST /app/imports/{id}/links` with `linkQuestion` → the progress of the link trial, which fetches the first bytes of each linked picture;
 * a link that fails becomes a warning. The first call starts the trial, and it runs while a client keeps calling every few seconds;
 * a change of the rows stops it.
 */
export const linkQuestion = z.object({
  /** Try the failed links again. */
  again: z.boolean().default(false),
})
export const linkTrial = z.object({
  state: z.enum(['running', 'done', 'stopped']),
  /** Distinct links; 0 until they are counted. */
  total: z.int(),
  tried: z.int(),
  failed: z.int(),
})
export type LinkTrial = z.infer<typeof linkTrial>
