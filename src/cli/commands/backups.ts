import { setTimeout as pause } from 'node:timers/promises'
import type { BackupsState } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { bytes, count } from '../../shared/format.ts'
import { askToUnlock } from '../ask/passphrase.ts'
import type { Connection } from '../connect.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { facts } from '../table.ts'
import type { Typed } from '../typed.ts'
import { type BucketOptions, bucketOf, placeOf } from './backup-bucket.ts'

/** Ours: polling interval, ms. */
const lookMs = 200

/** Makes a backup and waits until it is complete. */
export async function makeBackup(
  context: Context,
  place: string | undefined,
  { keep, ...options }: BucketOptions & { keep?: number },
): Promise<ExitCode> {
  const { terminal, typed } = context
  const bucket = place === undefined ? undefined : await bucketOf(context, place, options, { mayBeKept: true })
  return withApi(context, async (api, connection) => {
    await unlocked(context, api, connection)
    let state = await api.makeBackup({
      ...(place === undefined ? {} : { place: placeOf(place) }),
      ...(bucket === undefined ? {} : { bucket }),
      ...(keep === undefined ? {} : { keep }),
    })
    while (state.running) {
      await pause(lookMs)
      state = await api.backups()
    }
    const { last, notice } = state
    if (notice !== null || last === null)
      throw new CommandError('backup.failed', notice ?? 'The backup was not made: make it again.')
    terminal.result(last, [
      ...lastLines(state, terminal.columns),
      'The 24 words of the live projects open it, and nothing else does.',
      `To restore: ${typed('restore <backup>')} with another --data.`,
    ])
    return exitCodes.done
  })
}

/** Shows where backups go and how the last one went. */
export async function showBackups(context: Context): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const state = await api.backups()
    terminal.result(state, stateLines(state, terminal.columns, typed))
    return exitCodes.done
  })
}

export async function scheduleBackups(
  context: Context,
  place: string,
  { every, keep, ...options }: BucketOptions & { every: number; keep: number },
): Promise<ExitCode> {
  const { terminal, typed } = context
  const bucket = await bucketOf(context, place, options, { mayBeKept: true })
  return withApi(context, async (api, connection) => {
    await unlocked(context, api, connection)
    const state = await api.scheduleBackups({
      ...{ place: placeOf(place), everyMinutes: every, keep },
      ...(bucket === undefined ? {} : { bucket }),
    })
    terminal.result(state, stateLines(state, terminal.columns, typed))
    if (connection.own) terminal.note('They are made while Mintdesk runs.')
    return exitCodes.done
  })
}

export async function dropBackups(context: Context): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const state = await api.dropBackups()
    context.terminal.result(state, ['No backups are made by themselves any more. Those that are there stay.'])
    return exitCodes.done
  })
}

/** Asks to unlock the vault if needed: the key of backups follows from the seed, so the vault must have been open once. */
async function unlocked(context: Context, api: AppClient, { own }: Connection): Promise<void> {
  if (own && (await api.backups()).missing !== null) await askToUnlock(context, api)
}

function stateLines(state: BackupsState, width: number, typed: Typed): string[] {
  const { schedule, bucket, missing, notice, running } = state
  const off = ['No backups are made by themselves.', `Have them made: ${typed('backups on <folder, or s3://…>')}`]
  return [
    ...(schedule === null
      ? off
      : facts(
          [
            ['to', schedule.place],
            ...(bucket === null
              ? []
              : [['at', `${bucket.endpoint}, with the key ${bucket.accessKeyId}`] as [string, string]]),
            ['when', `every ${schedule.everyMinutes} minutes while something changes, and at each quiet moment`],
            ['keeps', `the last ${schedule.keep}`],
          ],
          width,
        )),
    ...(running ? [`One is being made now, to ${running.place}.`] : []),
    ...lastLines(state, width),
    ...(notice === null ? [] : [`The last one failed. ${notice}`]),
    ...(missing === null || missing === notice ? [] : [missing]),
  ]
}

function lastLines({ last }: BackupsState, width: number): string[] {
  if (last === null) return []
  const { figures } = last
  return facts(
    [
      ['backup', last.name],
      ['in', last.place],
      ['of', last.madeAt],
      ...(figures === null
        ? []
        : [
            ['holds', `${count(figures.files)} files, ${bytes(figures.bytes)}`] as [string, string],
            ['written', `${bytes(figures.written)}; the rest was there`] as [string, string],
          ]),
    ],
    width,
  )
}
