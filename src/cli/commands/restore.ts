import { readFileSync } from 'node:fs'
import { findBackup } from '../../core/backup/find-backup.ts'
import { accessOf } from '../../core/backup/place.ts'
import { restoreBackup } from '../../core/backup/restore.ts'
import { backupKeyOf } from '../../core/backup/sealed.ts'
import { holdDataDir } from '../../core/host/lock.ts'
import { liveSeedVariable } from '../../core/lib/live-environment.ts'
import { fingerprintOf, readWords, seedOf } from '../../core/wallets/words.ts'
import { bytes, count, duration } from '../../shared/format.ts'
import { openLines } from '../ask/ask-lines.ts'
import type { Context } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { openProgress } from '../progress.ts'
import { type BucketOptions, bucketOf, placeOf } from './backup-bucket.ts'

export interface RestoreOptions extends BucketOptions {
  wordsFile?: string
  check?: boolean
}

/** Restores a backup into an empty data folder. Only the 24 words open a backup; no core runs meanwhile. */
export async function restore(
  context: Context,
  backup: string,
  { wordsFile, check = false, ...options }: RestoreOptions,
): Promise<ExitCode> {
  const { terminal, typed, dataDir } = context
  const entropy = await entropyFrom(context, wordsFile)
  const seed = await seedOf(entropy)
  const key = backupKeyOf(seed, await fingerprintOf(entropy))
  for (const secret of [entropy, seed]) secret.fill(0)
  const bucket = await bucketOf(context, backup, options, { mayBeKept: false })
  const at = { place: placeOf(backup), access: bucket ? accessOf(bucket, undefined) : null }
  const found = await findBackup(at, key)
  const progress = await openProgress(terminal, check ? 'verified' : 'restored')
  const made = await restoreBackup({
    ...{ found, key, dataDir, checkOnly: check, hold: holdDataDir },
    progress: (done, total) => progress.show({ done, total, note: '' }),
  }).finally(async () => {
    progress.end()
    await found.target.close()
  })
  const ago = duration(Math.max(0, Math.round((Date.now() - Date.parse(made.madeAt)) / 1_000)))
  const holds = `${found.name} of ${made.madeAt} (${ago} ago): ${count(made.files)} files, ${bytes(made.bytes)}`
  const result = { backup: found.name, madeAt: made.madeAt, files: made.files, bytes: made.bytes, backups: found.of }
  if (check) {
    terminal.result({ ...result, checked: true }, [`The backup is whole. ${holds}.`])
    return exitCodes.done
  }
  terminal.result({ ...result, dataDir }, [
    `Restored to ${dataDir}: ${holds}.`,
    '',
    `What was done between ${made.madeAt} and the loss is not in it:`,
    '  NFTs that were minted then are read back from the chain; a run of which some were waits until you resume it.',
    '  NFTs that programs asked for then and that were not minted: ask for them again under the same ids. What was minted is not minted again.',
    '  Files that were checked or started then: drop them again.',
    '',
    'The other copy must not mint any more. On EVM chains its contracts refuse it from now on; on Solana and Aptos nothing can, so make sure that it is closed for good.',
    `Go on with ${typed('serve')}. The vault opens with its passphrase; if it is forgotten: ${typed('vault restore')}`,
  ])
  return exitCodes.done
}

/** The 32 bytes of entropy in the words. @throws CommandError `backup.words` that names the wrong places */
async function entropyFrom(context: Context, wordsFile: string | undefined): Promise<Buffer> {
  const text = wordsFile === undefined ? process.env[liveSeedVariable] : readFileSync(wordsFile, 'utf8')
  const read = readWords(text?.trim() ? text : await askFor(context))
  if ('entropy' in read) return read.entropy
  throw new CommandError('backup.words', read.faults.map(({ message }) => message).join(' '))
}

async function askFor({ terminal, stop }: Context): Promise<string> {
  const lines = openLines(terminal, stop)
  try {
    return await lines.ask('The 24 words of the live projects, in one line:', { hidden: true })
  } finally {
    lines.close()
  }
}
