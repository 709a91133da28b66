import type { AuditEntry } from '../../shared/app-api.ts'
import { moment } from '../../shared/format.ts'
import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'
import { table } from '../table.ts'

/** Shows the audit log, newest first. */
export async function listAudit(context: Context, { limit }: { limit: number }): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const { entries } = await api.audit({ limit: Math.min(limit, 1_000) })
    const none = ['Nothing was done so far that can move money.']
    terminal.result({ entries }, entries.length === 0 ? none : auditTable(entries, terminal.columns))
    return exitCodes.done
  })
}

export function auditTable(entries: readonly AuditEntry[], width: number): string[] {
  return table(
    [{ header: 'when' }, { header: 'who', most: 36 }, { header: 'what' }, { header: 'amount' }, { header: 'of what' }],
    entries.map(({ at, who, act, amount, subject, outcome, code }) => [
      moment(at),
      who,
      outcome === 'done'
        ? act
        : `${act} (${outcome === 'refused' ? `refused: ${code ?? 'no reason'}` : 'end unknown'})`,
      amount ?? '-',
      subject,
    ]),
    width,
  )
}
