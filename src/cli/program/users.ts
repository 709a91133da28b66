import { type Command, Option } from 'commander'
import { roles } from '../../shared/app-api/people/people.ts'
import type { LinkOptions } from '../commands/users.ts'
import type { Run } from './arguments.ts'

/** The people who may sign in at a server. */
export function addUserCommands(program: Command, run: Run): void {
  const commands = () => import('../commands/users.ts')
  const users = program
    .command('users')
    .description('people who sign in from other machines, where Mintdesk is a server')
    .helpCommand(false)
  const name = ['<name>', 'the name that the person signs in with'] as const
  const publicUrl = ['--public-url <url>', 'what the link begins with (else what it was the last time)'] as const
  users
    .command('list', { isDefault: true })
    .description('list them: name, role, last sign-in (default)')
    .action(() => run(async (context) => (await commands()).listUsers(context)))
  users
    .command('add')
    .description('let somebody sign in, and print the link that sets the password; it works once and for a day')
    .argument(...name)
    .addOption(
      new Option('--role <role>', 'viewer: looks; minter: also mints, corrects, hands over; admin: everything')
        .choices(roles)
        .makeOptionMandatory(),
    )
    .option(...publicUrl)
    .action((who: string, options: LinkOptions & { role: string }) =>
      run(async (context) => (await commands()).addUser(context, who, options)),
    )
  users
    .command('link')
    .description('print a new link, in place of the password, codes and passkeys that were lost')
    .argument(...name)
    .option(...publicUrl)
    .action((who: string, options: LinkOptions) =>
      run(async (context) => (await commands()).linkUser(context, who, options)),
    )
  users
    .command('role')
    .description('let somebody do more, or less; it holds at once')
    .argument(...name)
    .argument('<role>', roles.join(', '))
    .action((who: string, role: string) => run(async (context) => (await commands()).setUserRole(context, who, role)))
  users
    .command('remove')
    .description('let somebody in no more; open windows close')
    .argument(...name)
    .action((who: string) => run(async (context) => (await commands()).removeUser(context, who)))
}
