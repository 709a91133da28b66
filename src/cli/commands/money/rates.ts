import type { Rates } from '../../../shared/app-api.ts'
import { type Context, withApi } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../failure.ts'
import { table } from '../../table.ts'

export async function listRates(context: Context): Promise<ExitCode> {
  return withApi(context, async (api) => {
    show(context, await api.rates())
    return exitCodes.done
  })
}

/** Sets what a coin costs; `none` removes the rate. */
export async function setRate(
  context: Context,
  coin: string,
  rate: string,
  { money }: { money?: string },
): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const named = money?.toUpperCase() ?? (await api.rates()).money
    show(context, await api.setRates({ money: named, coins: { [coin]: rate === 'none' ? null : rate } }))
    return exitCodes.done
  })
}

function show({ terminal, typed }: Context, rates: Rates): void {
  const rows = Object.entries(rates.coins).map(([coin, { rate, setAt }]) => [
    `1 ${coin}`,
    `${rate} ${rates.money}`,
    setAt.slice(0, 10),
  ])
  const columns = [{ header: 'coin' }, { header: 'costs', right: true }, { header: 'set' }]
  const none = [
    `No rate is set, so fees are shown in coin alone. Set one with “${typed('rates set POL 0.52 --money EUR')}”.`,
  ]
  terminal.result(rates, rows.length === 0 ? none : table(columns, rows, terminal.columns))
}
