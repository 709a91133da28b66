import type { SpendingCaps } from '../../../shared/app-api.ts'
import { moneyText } from '../../../shared/format.ts'
import { type Context, withApi } from '../../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../../failure.ts'
import { table } from '../../table.ts'

/** Amounts in coins, or `none`. */
export interface CapsOptions {
  perRun?: string
  perDay?: string
  inAll?: string
}

export async function listCaps(context: Context): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const caps = await api.caps()
    const set = context.typed('caps set <chain> --per-day <amount>')
    const none = [`No network is in use yet. Set a cap with “${set}”.`]
    context.terminal.result({ caps }, caps.length === 0 ? none : capsTable(caps, context.terminal.columns))
    return exitCodes.done
  })
}

/** Changes the caps of a network. @throws CommandError if no cap is given */
export async function setCaps(context: Context, chain: string, options: CapsOptions): Promise<ExitCode> {
  const given = Object.entries(options).filter(([, amount]) => amount !== undefined)
  if (given.length === 0)
    throw new CommandError('caps.missing', 'Say which cap: --per-run, --per-day or --in-all, with an amount or none.')
  const named = Object.fromEntries(given.map(([cap, amount]) => [cap, amount === 'none' ? null : amount]))
  return withApi(context, async (api) => {
    const now = await api.setCaps(chain, named)
    context.terminal.result(now, capsTable([now], context.terminal.columns))
    return exitCodes.done
  })
}

function capsTable(caps: readonly SpendingCaps[], width: number): string[] {
  return table(
    [
      { header: 'network' },
      { header: 'each run', right: true },
      { header: 'a day', right: true },
      { header: 'in all', right: true },
      { header: 'spent today', right: true },
      { header: 'spent', right: true },
    ],
    caps.map(({ chainLabel, perRun, perDay, inAll, spentToday, spent }) => [
      chainLabel,
      ...[perRun, perDay, inAll].map((cap) => (cap === null ? 'no cap' : moneyText(cap))),
      moneyText(spentToday),
      moneyText(spent),
    ]),
    width,
  )
}
