import type { Import, Run } from '../../../../shared/app-api.ts'
import { count, counted, moment } from '../../ui/format.ts'

const day = 24 * 3_600_000

/** The state of an earlier file: "200 rows · minted yesterday", "needs a recipient column". @param run the last run made from it */
export function fileWords({ state, failure, counts }: Import, run: Run | undefined, now: number): string {
  if (state === 'checking') return 'being checked'
  const rows = counted(counts.rows, 'row')
  if (run) return `${rows} · ${runWords(run, now)}`
  if (failure?.code === 'file.header' && counts.rows > 0) return 'needs a recipient column'
  if (failure?.code === 'header.duplicate') return 'needs to know which of two columns is meant'
  if (failure?.code === 'sheet.hidden') return 'needs to know what becomes of hidden rows'
  if (failure?.code.startsWith('cell.')) return 'has a column of which nobody sees the name'
  if (state === 'failed') return 'cannot be read'
  if (counts.errors === 0) return `${rows} · ${count(counts.ready)} ready`
  return `${rows} · ${count(counts.errors)} ${counts.errors === 1 ? 'needs' : 'need'} you`
}

function runWords({ state, completedAt, counts }: Run, now: number): string {
  if (state === 'cancelled') return `cancelled after ${count(counts.succeeded)}`
  if (state !== 'finished') return `${count(counts.succeeded)} of ${count(counts.total)} minted so far`
  const minted = counts.failed > 0 ? `${count(counts.succeeded)} of ${count(counts.total)} minted` : 'minted'
  return completedAt === null ? minted : `${minted} ${dayWords(completedAt, now)}`
}

/** The day of a time, relative to now: `today`, `yesterday`, `on 21 Nov, 14:05`. */
function dayWords(time: string, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const at = Date.parse(time)
  if (at >= midnight) return 'today'
  return at >= midnight - day ? 'yesterday' : `on ${moment(time)}`
}
