import type { Project } from '../../shared/app-api.ts'
import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'
import { projectNamed } from '../project.ts'
import { table } from '../table.ts'

/** Lists the projects, oldest first. Commands use the first one if none is named. */
export async function listProjects(context: Context): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const projects = await api.projects()
    terminal.result({ projects }, projectTable(projects, terminal.columns))
    return exitCodes.done
  })
}

/** Makes a project. A live project needs the seed in the environment of the core that makes it. */
export async function createProject(
  context: Context,
  name: string,
  { live = false }: { live?: boolean },
): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const made = await api.createProject(name, live ? 'live' : 'practice')
    terminal.result({ project: made }, [
      `The ${made.kind} project ${JSON.stringify(made.name)} is made. Its id is ${made.id}.`,
      `Use it with --project: ${typed(`keys create --project ${/^[\w-]+$/.test(made.name) ? made.name : made.id}`)}`,
    ])
    return exitCodes.done
  })
}

/** Switches the enterprise access of a project on or off. */
export async function setEnterprise(context: Context, on: boolean, named: string | undefined): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const projects = await api.projects()
    const { id } = projectNamed(projects, named ?? context.project)
    const changed = await api.changeProject(id, { enterprise: on })
    terminal.result({ project: changed }, [
      on
        ? `The project ${JSON.stringify(changed.name)} has enterprise access: its keys with the scope wallets:nfts.transfer can move NFTs.`
        : `The project ${JSON.stringify(changed.name)} has no enterprise access: transfers through the API are refused.`,
    ])
    return exitCodes.done
  })
}

/** Renames the project of `--project`, or else the first one. */
export async function renameProject(context: Context, name: string): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const { id, name: before } = projectNamed(await api.projects(), context.project)
    const changed = await api.changeProject(id, { name })
    terminal.result({ project: changed }, [
      `The project ${JSON.stringify(before)} is called ${JSON.stringify(changed.name)} now.`,
    ])
    return exitCodes.done
  })
}

function projectTable(projects: readonly Project[], width: number): string[] {
  return table(
    [{ header: 'name', most: 30 }, { header: 'kind' }, { header: 'enterprise' }, { header: 'id' }],
    projects.map(({ name, kind, enterprise, id }) => [name, kind, enterprise ? 'on' : 'off', id]),
    width,
  )
}
