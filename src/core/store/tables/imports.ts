/** Rows and findings of an import lie in a file of its own (import-sheet/), so that checking never holds up the journal. */
export interface ImportsTable {
  id: string
  project_id: string
  name: string
  state: 'checking' | 'checked' | 'failed'
  /** JSON of `ImportData` (imports.ts). */
  data: string
  created_at: number
}

/** The column map a person chose, for the next file with the same header line. */
export interface ImportMapsTable {
  /** SHA-256 (hex) of the normalised header line. */
  header: string
  /** JSON of `ColumnMapping[]`. */
  columns: string
}
