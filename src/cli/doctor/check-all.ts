/** `mintdesk doctor`: checks for everything that may be missing or slow, each with its cure. Works with and without a running core. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { awaitRunning, type Connection } from '../connect.ts'
import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'
import { wrap } from '../table.ts'
import { asTyped } from '../typed.ts'
import { checkFolder } from './folder.ts'
import { checked, type Line, reasonOf } from './line.ts'
import { checkThroughCore } from './of-the-core.ts'
import { checkPort } from './port.ts'
import { checkPrograms } from './programs.ts'

const marks = { ok: '[x]', note: '[ ]', slow: '[!]', broken: '[X]' } as const

/** Runs all checks. The exit code is 1 if something is broken. */
export async function checkAll(context: Context, env: Readonly<Record<string, string | undefined>>): Promise<ExitCode> {
  const { dataDir, terminal, typed } = context
  const running = await awaitRunning(dataDir)
  const here = await Promise.all([
    ...checkPrograms(dataDir, env),
    ...checkFolder(dataDir),
    checked('port', () => checkPort(running?.url, env.MINTDESK_PORT)),
  ])
  const isUsable = !here.some(
    ({ name, state }) => state === 'broken' && (name === 'data folder' || name === 'database'),
  )
  const lines = [...here, ...(isUsable ? await askCore(context, running) : [])]
  const broken = lines.filter(({ state }) => state === 'broken').length
  const end =
    broken === 0 ? 'Nothing is broken.' : `${broken} of ${lines.length} broken: the lines with ${marks.broken}.`
  terminal.result({ ok: broken === 0, checks: lines }, [
    ...lines.flatMap((line) => textOf({ ...line, says: asTyped(line.says, typed) }, terminal.columns)),
    '',
    end,
  ])
  return broken === 0 ? exitCodes.done : exitCodes.failed
}

/** Asks the running core, or opens one if a database exists. */
async function askCore(context: Context, running: Connection | undefined): Promise<Line[]> {
  if (running === undefined && !existsSync(join(context.dataDir, 'mintdesk.db'))) return []
  try {
    return await withApi(context, (api) => checkThroughCore(api, context.typed))
  } catch (error) {
    return [{ name: 'core', state: 'broken', says: reasonOf(error) }]
  }
}

function textOf({ name, state, says, cure }: Line, columns: number): string[] {
  const [first = '', ...more] = wrap(`${name}: ${says}`, Math.max(40, columns - 4))
  const indented = [...more, ...(cure === undefined ? [] : wrap(`→ ${cure}`, Math.max(40, columns - 4)))]
  return [`${marks[state]} ${first}`, ...indented.map((line) => `    ${line}`)]
}
