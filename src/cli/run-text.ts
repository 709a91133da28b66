/** Runs as text and as JSON. Pure. */
import type { Money, Run, RunRow } from '../shared/app-api.ts'
import { familyOf } from '../shared/families.ts'
import { count, counted, duration, moment, moneyText, percent } from '../shared/format.ts'
import { gasPrice } from '../shared/gas-price.ts'
import { quotedFor } from '../shared/words/quoted-for.ts'
import { cut, facts, table } from './table.ts'
import type { Terminal } from './terminal.ts'
import { asTyped, type Typed } from './typed.ts'

/** How many characters of a run's id lists show; any unambiguous prefix names a run. */
const shortId = 10

/** A run without the data of its chart and its pictures. */
export function runJson({ blocks: _, pictures: __, ...run }: Run): Omit<Run, 'blocks' | 'pictures'> {
  return run
}

/** The final result of `mint` and `runs resume`, for programs. */
export interface Summary {
  run: string | null
  collection: string
  contractAddress: string | null
  chain: string
  /** Rows of the file; NFTs of the run if the file is not available. */
  rows: number
  /** NFTs. */
  succeeded: number
  failed: number
  cancelled: number
  /** Rows left out: minted before, or with errors under `--skip-errors`. */
  skipped: number
  transactions: number
  gasUsed: number
  /** Spent so far (null if no run of the file is known), the expected cost of the rest, and the quoted fee. */
  fee: Money | null
  restFee: Money | null
  quotedFee: Money | null
  /** How far spent and rest together are from the quote; if NFTs failed or were cancelled, from the quote's part for the others. */
  feeDifferencePercent: number | null
  /** How long this command followed the run; for a run that had ended before, how long the run took. */
  seconds: number
  state: Run['state'] | 'interrupted' | 'repeated'
}

/** Fees when nothing was minted. @param before an earlier run of the same file, if any */
export function noFee(
  before: Run | undefined,
): Pick<Summary, 'fee' | 'restFee' | 'quotedFee' | 'feeDifferencePercent'> {
  const fee = before ? { ...before.fee, amount: '0' } : null
  return { fee, restFee: null, quotedFee: null, feeDifferencePercent: null }
}

export interface SummaryFacts {
  rows: number
  skipped: number
  seconds: number
  state: Summary['state']
}

export function summaryOf(run: Run, { rows, skipped, seconds, state }: SummaryFacts): Summary {
  return {
    run: run.id,
    collection: run.collectionId,
    contractAddress: run.contractAddress,
    chain: run.chain,
    rows,
    succeeded: run.counts.succeeded,
    failed: run.counts.failed,
    cancelled: run.counts.cancelled,
    skipped,
    transactions: run.transactions,
    gasUsed: Number(run.gasUsed),
    fee: run.fee,
    restFee: run.restFee,
    quotedFee: run.quotedFee,
    feeDifferencePercent: run.feeDifference,
    seconds: Math.round(seconds * 10) / 10,
    state,
  }
}

/** Seconds from a run's start to its end; 0 while it is under way. */
export function ownSeconds({ createdAt, completedAt }: Run): number {
  return completedAt === null ? 0 : (Date.parse(completedAt) - Date.parse(createdAt)) / 1_000
}

/** The summary of an ended run for a person: outcome and cost. */
export function summaryLines(run: Run, seconds: number, width: number): string[] {
  const { succeeded, failed, cancelled, total } = run.counts
  const rest = [
    failed > 0 ? `${count(failed)} failed` : '',
    cancelled > 0 ? `${count(cancelled)} given up` : '',
  ].filter((part) => part !== '')
  const minted = succeeded === total ? counted(succeeded, 'NFT') : `${count(succeeded)} of ${counted(total, 'NFT')}`
  return [
    `Minted ${minted} on ${run.chainLabel} in ${duration(seconds)}${rest.length > 0 ? `; ${rest.join(', ')}` : ''}.`,
    ...facts(
      [
        ['Collection', run.collectionId],
        [familyOf(run.chain).words.contract, run.contractAddress ?? 'not deployed yet'],
        [
          'Transactions',
          `${count(run.transactions)}, ${count(Number(run.gasUsed))} ${familyOf(run.chain).words.weight}`,
        ],
        ...feeFacts(run),
        ...notAdded(run),
        ['Run', run.id],
      ],
      width,
    ),
  ]
}

function notAdded({ leftOff }: Run): (readonly [string, string])[] {
  return leftOff === null ? [] : [['Not added', `${count(leftOff.nfts)}: ${leftOff.reason}`]]
}

export function runLines(
  run: Run,
  { terminal, typed }: { terminal: Pick<Terminal, 'columns'>; typed: Typed },
): string[] {
  const { counts } = run
  const notice = run.notice === null ? '' : `: ${asTyped(run.notice, typed)}`
  const under = counts.queued + counts.prepared + counts.sent
  return [
    run.name,
    ...facts(
      [
        ['State', `${run.state}${notice}`],
        ['Minted', `${count(counts.succeeded)} of ${counted(counts.total, 'NFT')}`],
        ...(run.entering === null
          ? []
          : [['Adding rows', `${count(run.entering)} of ${count(counts.total)}`] as const]),
        ...some('Under way', under, `${count(under)} (${count(counts.sent)} sent)`),
        ...some('Failed', counts.failed, count(counts.failed)),
        ...some('Given up', counts.cancelled, count(counts.cancelled)),
        ...notAdded(run),
        ['Collection', `${run.collectionId} on ${run.chainLabel}`],
        [familyOf(run.chain).words.contract, run.contractAddress ?? 'not deployed yet'],
        [
          'Transactions',
          `${count(run.transactions)}, ${count(Number(run.gasUsed))} ${familyOf(run.chain).words.weight}`,
        ],
        ...feeFacts(run),
        ['Started', moment(run.createdAt)],
        ...(run.completedAt === null
          ? []
          : [['Ended', `${moment(run.completedAt)}, after ${duration(ownSeconds(run))}`] as const]),
        ['Run', run.id],
      ],
      terminal.columns,
    ),
  ]
}

/** The fee spent, the expected rest, and the difference from the quote. */
function feeFacts(run: Run): (readonly [string, string])[] {
  const { fee, restFee, feeDifference, feeCeiling, chain } = run
  const quoted = run.quotedForOthers ?? run.quotedFee
  const rest = restFee === null || restFee.amount === '0' ? '' : `, about ${moneyText(restFee)} more to come`
  const far = feeDifference === null || feeDifference === 0 ? '' : ` (${percent(feeDifference)})`
  return [
    ['Fee', `${moneyText(fee)}${rest}`],
    ...(quoted === null ? [] : [['Quoted', `${moneyText(quoted)}${quotedFor(run)}${far}`] as const]),
    ...(feeCeiling === null ? [] : [['Fee ceiling', gasPrice(chain, feeCeiling)] as const]),
  ]
}

function some(name: string, amount: number, value: string): (readonly [string, string])[] {
  return amount > 0 ? [[name, value]] : []
}

export function runTable(runs: readonly Run[], width: number): string[] {
  return table(
    [
      { header: 'run' },
      { header: 'state' },
      { header: 'minted', right: true },
      { header: 'failed', right: true },
      { header: 'collection', most: 18 },
      { header: 'started' },
      { header: 'file' },
    ],
    runs.map((run) => [
      run.id.slice(0, shortId),
      run.state,
      `${count(run.counts.succeeded)}/${count(run.counts.total)}`,
      run.counts.failed === 0 ? '-' : count(run.counts.failed),
      run.collectionId,
      moment(run.createdAt),
      cut(run.name, 40),
    ]),
    width,
  )
}

/** The rows that failed, each with its reason. */
export function failureTable(rows: readonly RunRow[], total: number, width: number): string[] {
  const more = total - rows.length
  return [
    ...table(
      [{ header: 'row', right: true }, { header: 'recipient', most: 26 }, { header: 'why it failed' }],
      rows.map(({ row, recipient, error }) => [String(row), recipient, error ?? 'no reason is known']),
      width,
    ),
    ...(more > 0 ? [`and ${count(more)} more; the results file names them all.`] : []),
  ]
}
