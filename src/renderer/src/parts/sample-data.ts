/** What the page of parts shows instead of a core's answers. */
import type { AppState, CollectionSummary, ColumnMapping, Import } from '../../../shared/app-api.ts'
import type { Caller } from '../../../shared/http-client.ts'

/** A picture of its own for each number. */
export function samplePicture(number: number): string {
  const hue = (number * 47) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="hsl(${hue} 42% 30%)" d="M0 0h64v64H0z"/><circle cx="32" cy="32" r="${14 + (number % 5) * 3}" fill="none" stroke="hsl(${hue} 70% 78%)" stroke-width="3"/><path d="M12 52 32 12l20 40z" fill="hsl(${(hue + 40) % 360} 60% 60% / .6)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

export const sampleColumns: ColumnMapping[] = [
  { header: 'Email address', field: 'email' },
  { header: 'Full name', field: 'name' },
  { header: 'Phone', field: 'ignore' },
]

export const sampleFile: Import = {
  id: 'sample',
  name: 'guests.csv',
  state: 'checked',
  bytesRead: 1,
  bytesTotal: 1,
  encoding: 'UTF-8',
  delimiter: ',',
  sheets: [],
  sheet: null,
  remarks: [],
  columns: sampleColumns,
  counts: { rows: 200, ready: 190, errors: 10, warnings: 3, skipped: 0, nfts: 190 },
  codes: [
    { code: 'quantity.number', column: 'Tickets', level: 'error', count: 10 },
    { code: 'recipient.duplicate', column: 'Email address', level: 'warning', count: 3 },
  ],
  lastCorrection: null,
  options: {
    collectionId: 'badges',
    otherColumnsAsTraits: false,
    traits: [],
    duplicates: 'all',
    again: false,
    hidden: 'ask',
  },
  mediaFiles: 0,
  createdAt: '2026-11-23T12:00:00.000Z',
}

const project: AppState['project'] = { id: 'shop', name: 'Shop', kind: 'practice', index: 0, enterprise: false }
const state: AppState = {
  version: '0',
  dataDir: '',
  person: null,
  isServer: false,
  project,
  projects: [project],
  networks: [],
  treasuries: [],
}
const collection: CollectionSummary = {
  id: 'badges',
  chain: 'polygon',
  chainLabel: 'Polygon',
  metadata: { name: 'Event badges', description: '', imageUrl: '', bannerUrl: '', link: '', symbol: 'BADGE' },
  pictures: [],
  fungibility: 'non-fungible',
  contractKind: 'economy',
  contractAddress: null,
  deployed: true,
  minted: 9_985,
  purchased: 0,
  pending: 0,
  supplyLimit: null,
  unavailable: null,
  notice: null,
  waitsFor: null,
  halted: false,
  otherWriter: false,
  createdAt: sampleFile.createdAt,
}
const examples = ['two', '3 pieces', 'approx. 4'].map((before, at) => ({ row: at + 2, before, after: `${at + 2}` }))

/** The answers, by path prefix. */
const answers: readonly [string, unknown][] = [
  ['/app/state', state],
  ['/app/collections', [collection]],
  ['/app/runs', []],
  ['/app/wallets', { wallets: [], next: null }],
  ['/app/imports/sample/cure', { count: 8, examples }],
]

/** Answers the calls of the shown parts, and no others. */
export const sampleCaller: Caller = {
  get: async (schema, path) => {
    const answer = answers.find(([start]) => path.startsWith(start))
    if (answer === undefined) throw new Error(`The page of parts has no answer to ${path}.`)
    return schema.parse(answer[1])
  },
  send: async (path) => {
    throw new Error(`The page of parts sends nothing to ${path}.`)
  },
}
