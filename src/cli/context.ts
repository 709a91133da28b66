import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { usualDataDir } from '../core/host/data-dir.ts'
import { type AppClient, createAppClient } from '../shared/app-client.ts'
import { askToUnlock } from './ask/passphrase.ts'
import { type Connection, type CoreFacts, connect } from './connect.ts'
import { CommandError } from './failure.ts'
import { projectNamed } from './project.ts'
import type { Terminal } from './terminal.ts'
import type { Typed } from './typed.ts'

export interface Context extends CoreFacts {
  terminal: Terminal
  /** Aborts when the person (Ctrl+C) or the system stops the command. */
  stop: AbortSignal
  /** Name or id of the project; undefined: the first one. */
  project: string | undefined
  typed: Typed
}

/**
 * The data folder: the given one, else MINTDESK_HOME, else the usual one. Absolute, and without symbolic links, so that what is checked for
 * other users' access is what is read.
 * @throws CommandError `data.unusable` if none is given and the system user has no home, as in a container
 */
export function dataDirOf(named: string | undefined, env: NodeJS.ProcessEnv, home = homedir): string {
  return withoutLinks(
    resolve(named || env.MINTDESK_HOME || usualDataDir({ platform: process.platform, env, home: homeBy(home) })),
  )
}

/** The path that a folder really has; one that does not exist yet, as it is. */
function withoutLinks(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
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
