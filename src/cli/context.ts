import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { usualDataDir } from '../core/host/data-dir.ts'
import { type AppClient, createAppClient } from '../shared/app-client.ts'
import { askToUnlock } from './ask/passphrase.ts'
import { type Connection, type CoreFacts, connect } from './connect.ts'
import { CommandError } from './failure.ts'
import { projectNamed } from './project.ts'
import type { Terminal } from './terminal.ts'

export interface Context extends CoreFacts {
  terminal: Terminal
  /** Aborts when the person (Ctrl+C) or the system stops the command. */
  stop: AbortSignal
  /** Name or id of the project; undefined: the first one. */
  project: string | undefined
  /** A command as the person would type it, for hints: `mintdesk runs resume …`, with `--data` if it was given. */
  typed(command: string): string
}

/**
 * The data folder: the given one, else MINTDESK_HOME, else the usual one. Absolute.
 * @throws CommandError `data.unusable` if none is given and the system user has no home, as in a container
 */
export function dataDirOf(named: string | undefined, env: NodeJS.ProcessEnv, home = homedir): string {
  return resolve(named || env.MINTDESK_HOME || usualDataDir({ platform: process.platform, env, home: homeBy(home) }))
}

function homeBy(home: () => string): string {
  try {
    return home()
  } catch {
    throw new CommandError(
      'data.unusable',
      'This user has no home folder: name a data folder with --data <dir> or MINTDESK_HOME.',
    )
  }
}

/** The scripts of package.json that run this command line. */
const scripts: ReadonlySet<string | undefined> = new Set(['mintdesk', 'start'])

/** Formats commands as the person would type them: through npm in a checkout, and with the given data folder and project. */
export function typer(
  named: string | undefined,
  env: NodeJS.ProcessEnv,
  project?: string,
): (command: string) => string {
  // A script of another package may call an installed Mintdesk.
  const inCheckout = env.npm_package_name === 'mintdesk' && scripts.has(env.npm_lifecycle_event)
  const program = inCheckout ? 'npm run mintdesk --' : 'mintdesk'
  const data = named === undefined ? '' : ` --data ${shellWord(named)}`
  const meant = project === undefined ? '' : ` --project ${shellWord(project)}`
  return (command) => `${program} ${command}${command.includes(' --project ') ? '' : meant}${data}`
}

/** Calls `work` with the core of the data folder. Afterwards closes a core that was opened for this. */
export async function withApi<Result>(
  context: Context,
  work: (api: AppClient, connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(context)
  try {
    const api = createAppClient(connection.client)
    if (context.project === undefined) return await work(api, connection)
    const { id, kind } = projectNamed(await api.projects(), context.project)
    if (kind === 'live' && connection.own) await askToUnlock(context, api)
    return await work(createAppClient(connection.clientFor(id)), connection)
  } finally {
    await connection.close()
  }
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
