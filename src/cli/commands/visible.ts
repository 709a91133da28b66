import { visibleNames } from '../../shared/app-api/visibility.ts'
import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'
import { table } from '../table.ts'

const states = { seen: 'yes', unseen: 'NO', unknown: '?', none: '-' } as const

/** Shows what others see of a collection. The exit code is 1 if something that should be visible is not. */
export async function visibleCollection(context: Context, id: string): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const found = await api.visibleCollection(id)
    const rows = found.checks.map(({ what, state, said, url }) => [
      visibleNames[what],
      states[state],
      url === null ? said : `${said} ${url}`,
    ])
    terminal.result(found, table([{ header: 'what' }, { header: 'seen' }, { header: 'found' }], rows, terminal.columns))
    return found.checks.some(({ state }) => state === 'unseen') ? exitCodes.failed : exitCodes.done
  })
}
