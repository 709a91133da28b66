import type { Command } from 'commander'
import type { Run } from './arguments.ts'

export function addRecoverCommand(program: Command, run: Run): void {
  program
    .command('recover')
    .description('rebuild collections and NFTs from the seed and the chains, when the database is lost')
    .option('--dry-run', 'only look')
    .option(
      '--collection <id...>',
      'ids of collections whose contracts do not keep them: where recover says that an id is not known',
    )
    .action((options: import('../commands/recover.ts').RecoverOptions) =>
      run(async (context) => (await import('../commands/recover.ts')).recover(context, options)),
    )
}
