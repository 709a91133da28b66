import { type Command, InvalidArgumentError } from 'commander'
import { backupBounds, usualBackups } from '../../shared/app-api/backups.ts'
import type { Run } from './arguments.ts'

/** Backups of the data folder, and restoring one. */
export function addBackupCommands(program: Command, run: Run): void {
  const backupCommands = () => import('../commands/backups.ts')
  program
    .command('backup')
    .description('make an encrypted backup of the data folder now, while everything goes on')
    .argument('[folder]', 'a folder on another disk (else the one that "backups on" was given)')
    .option('--keep <n>', 'how many backups stay there', within(backupBounds.keep))
    .action((folder: string | undefined, options: { keep?: number }) =>
      run(async (context) => (await backupCommands()).makeBackup(context, folder, options)),
    )
  const backups = program
    .command('backups')
    .description('encrypted backups of the data folder that are made by themselves')
    .helpCommand(false)
  backups
    .command('status', { isDefault: true })
    .description('say where backups go, and how the last one went (default)')
    .action(() => run(async (context) => (await backupCommands()).showBackups(context)))
  backups
    .command('on')
    .description('make backups every few minutes and at each quiet moment')
    .argument('<folder>', 'a folder on another disk')
    .option(
      '--every <minutes>',
      'at most so many minutes apart',
      within(backupBounds.minutes),
      usualBackups.everyMinutes,
    )
    .option('--keep <n>', 'how many backups stay', within(backupBounds.keep), usualBackups.keep)
    .action((folder: string, options: { every: number; keep: number }) =>
      run(async (context) => (await backupCommands()).scheduleBackups(context, folder, options)),
    )
  backups
    .command('off')
    .description('make none by themselves any more; those that are there stay')
    .action(() => run(async (context) => (await backupCommands()).dropBackups(context)))
  program
    .command('restore')
    .description('put a backup into an empty data folder; the 24 words open it')
    .argument('<backup>', 'the file of a backup, or the folder that backups are in (then the newest)')
    .option('--words-file <file>', 'a file with the 24 words (else MINTDESK_LIVE_SEED, else they are asked for)')
    .option('--check', 'read and verify everything; write nothing')
    .action((backup: string, options: import('../commands/restore.ts').RestoreOptions) =>
      run(async (context) => (await import('../commands/restore.ts')).restore(context, backup, options)),
    )
}

function within({ min, max }: { min: number; max: number }): (text: string) => number {
  return (text) => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}.`)
  }
}
