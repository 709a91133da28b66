import { type Command, InvalidArgumentError } from 'commander'
import { backupBounds, usualBackups } from '../../shared/app-api/backups.ts'
import type { BucketOptions } from '../commands/backup-bucket.ts'
import type { Run } from './arguments.ts'

const placeHelp = 'a folder on another disk, or s3://<bucket>/<folder in it>'

/** Adds the options of a bucket. Absent ones come from the environment variables that other S3 programs use. */
function bucketOptions(command: Command): Command {
  return command
    .option('--endpoint <url>', 's3: the address of its service (else AWS_ENDPOINT_URL, else that of --region at AWS)')
    .option('--region <region>', 's3: its region (else AWS_REGION, else auto)')
    .option('--key-id <id>', 's3: the id of the access key (else AWS_ACCESS_KEY_ID)')
    .option(
      '--auth <auth>',
      's3: its secret; - reads it from standard input (else AWS_SECRET_ACCESS_KEY, else asked for)',
    )
}

export function addBackupCommands(program: Command, run: Run): void {
  const backupCommands = () => import('../commands/backups.ts')
  const backup = program
    .command('backup')
    .description('make an encrypted backup of the data folder now, while everything goes on')
    .argument('[place]', `${placeHelp} (else the one that "backups on" was given)`)
    .option('--keep <n>', 'how many backups stay there', within(backupBounds.keep))
  bucketOptions(backup).action((place: string | undefined, options: BucketOptions & { keep?: number }) =>
    run(async (context) => (await backupCommands()).makeBackup(context, place, options)),
  )
  const backups = program
    .command('backups')
    .description('encrypted backups of the data folder that are made by themselves')
    .helpCommand(false)
  backups
    .command('status', { isDefault: true })
    .description('say where backups go, and how the last one went (default)')
    .action(() => run(async (context) => (await backupCommands()).showBackups(context)))
  const on = backups
    .command('on')
    .description('make backups every few minutes and at each quiet moment')
    .argument('<place>', placeHelp)
    .option(
      '--every <minutes>',
      'at most so many minutes apart',
      within(backupBounds.minutes),
      usualBackups.everyMinutes,
    )
    .option('--keep <n>', 'how many backups stay', within(backupBounds.keep), usualBackups.keep)
  bucketOptions(on).action((place: string, options: BucketOptions & { every: number; keep: number }) =>
    run(async (context) => (await backupCommands()).scheduleBackups(context, place, options)),
  )
  backups
    .command('off')
    .description('make none by themselves any more; those that are there stay')
    .action(() => run(async (context) => (await backupCommands()).dropBackups(context)))
  const restore = program
    .command('restore')
    .description('put a backup into an empty data folder; the 24 words open it')
    .argument(
      '<backup>',
      'the file of a backup, or the folder or s3://<bucket>/<folder> that backups are in (then the newest)',
    )
    .option('--words-file <file>', 'a file with the 24 words (else MINTDESK_LIVE_SEED, else they are asked for)')
    .option('--check', 'read and verify everything; write nothing')
  bucketOptions(restore).action((backup: string, options: import('../commands/restore.ts').RestoreOptions) =>
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
