import type { Run } from '../../src/shared/app-api.ts'

/** A run of two NFTs that has just begun. */
export const run: Run = {
  id: 'r',
  name: 'badges.csv',
  collectionId: 'default-polygon',
  collectionName: 'Default',
  chain: 'polygon',
  chainLabel: 'Polygon',
  contractAddress: null,
  state: 'running',
  notice: null,
  counts: { total: 2, queued: 2, prepared: 0, sent: 0, succeeded: 0, failed: 0, cancelled: 0 },
  transactions: 0,
  gasUsed: '0',
  fee: { amount: '0', currency: 'POL', decimals: 18 },
  quotedFee: null,
  quote: null,
  restFee: null,
  feeDifference: null,
  feeCeiling: null,
  waitsFor: null,
  rate: 0,
  secondsLeft: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  completedAt: null,
  history: [],
}
