import { notifications } from '@mantine/notifications'
import type { Run } from '../../../shared/app-api.ts'
import { count, counted } from '../ui/format.ts'

/** The message at the end of a run. */
export function outcomeOf(run: Run): { title: string; body: string } {
  const { succeeded, failed, cancelled } = run.counts
  const parts = [`${counted(succeeded, 'NFT')} minted on ${run.chainLabel}`]
  if (failed > 0) parts.push(`${count(failed)} failed`)
  if (cancelled > 0) parts.push(`${count(cancelled)} cancelled`)
  return {
    title: run.state === 'cancelled' ? `${run.name} is cancelled` : `${run.name} is done`,
    body: `${parts.join(', ')}.`,
  }
}

/** Says that a run has ended: in the window, and by the system in the desktop app. */
export function sayRunEnded(run: Run): void {
  const { title, body } = outcomeOf(run)
  notifications.show({ title, message: body, color: run.counts.failed > 0 ? 'yellow' : 'green', autoClose: 6_000 })
  void window.native?.notify({ title, body })
}
