import { Argument, type Command } from 'commander'
import type { Run } from './arguments.ts'

export function addProjectCommands(program: Command, run: Run): void {
  const projectCommands = () => import('../commands/projects.ts')
  const projects = program
    .command('projects')
    .description('practice projects and live ones, each with its own keys, collections and wallets')
    .helpCommand(false)
  projects
    .command('list', { isDefault: true })
    .description('list the projects: name, kind, enterprise access, id (default)')
    .action(() => run(async (context) => (await projectCommands()).listProjects(context)))
  projects
    .command('create')
    .description('make a project')
    .argument('<name>', 'what it is called')
    .option('--live', 'for live networks; needs the vault (see vault create)')
    .action((name: string, options: { live?: boolean }) =>
      run(async (context) => (await projectCommands()).createProject(context, name, options)),
    )
  projects
    .command('rename')
    .description('call the project otherwise that is meant (--project, else the first)')
    .argument('<name>', 'what it is called from now on')
    .action((name: string) => run(async (context) => (await projectCommands()).renameProject(context, name)))
  projects
    .command('enterprise')
    .description('let the API’s transfers in, or not')
    .addArgument(new Argument('<state>', 'on or off').choices(['on', 'off']))
    .argument('[project]', 'name or id of the project (else the first)')
    .action((state: string, named: string | undefined) =>
      run(async (context) => (await projectCommands()).setEnterprise(context, state === 'on', named)),
    )
}
