import type { Import } from '../../../src/shared/app-api.ts'

/** What is known of a file that was checked; its rows are each test's own. */
export const checkedImport: Import = {
  id: 'import-1',
  name: 'badges.csv',
  state: 'checked',
  bytesRead: 1,
  bytesTotal: 1,
  encoding: 'utf-8',
  delimiter: ',',
  sheets: [],
  sheet: null,
  remarks: [],
  columns: [],
  counts: { rows: 0, ready: 0, errors: 0, warnings: 0, skipped: 0, nfts: 0 },
  codes: [],
  lastCorrection: null,
  options: {
    collectionId: 'default-polygon',
    otherColumnsAsTraits: true,
    traits: [],
    duplicates: 'all',
    again: false,
    hidden: 'ask',
  },
  mediaFiles: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
}
