import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { StorageKind, StorageState } from '../../shared/api-schemas/storage.ts'
import { addressesOf, letsInWith } from '../../shared/words/storage-words.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { facts } from '../table.ts'
import type { Typed } from '../typed.ts'
import { type StorageOptions, storageRequestOf } from './storage-request.ts'

/** Shows the storage that keeps the metadata and media of live projects. */
export async function showStorage(context: Context): Promise<ExitCode> {
  const { terminal, typed } = context
  return withApi(context, async (api) => {
    const state = await api.storage()
    terminal.result(state, linesOf(state, terminal.columns, typed))
    return exitCodes.done
  })
}

/** Tests a storage and sets it for live projects. For the auth `-`, reads it from standard input, where no other program sees it. */
export async function setStorage(
  context: Context,
  kind: StorageKind,
  place: string | undefined,
  options: StorageOptions,
): Promise<ExitCode> {
  const { terminal, typed } = context
  const auth = options.auth === '-' ? await firstLine() : options.auth
  const asked = kind === 'folder' && place !== undefined ? resolve(place) : place
  const request = storageRequestOf(kind, asked, auth, options)
  return withApi(context, async (api) => {
    const state = await api.setStorage(request)
    terminal.result(state, ['It works, and is set.', ...linesOf(state, terminal.columns, typed)])
    return exitCodes.done
  })
}

/** Tests the storage with a few bytes, and shows the result. */
export async function testStorage(context: Context): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const tested = await api.testStorage()
    terminal.result({ ok: true, ...tested }, [
      `${tested.name} (${tested.version}) works: it took a few bytes, keeps them under the right address, and answers in ${tested.latencyMs} ms.`,
    ])
    return exitCodes.done
  })
}

/** Shows whether content of the storage can be found publicly. The exit code is 1 if it cannot. */
export async function storageSeen(context: Context): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const found = await api.storageSeen()
    terminal.result(found, [found.said])
    return found.seen ? exitCodes.done : exitCodes.failed
  })
}

/** Unsets the storage. Its content stays there. */
export async function dropStorage(context: Context): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const state = await api.dropStorage()
    terminal.result(state, [
      'No storage is set any more. What it keeps stays there; live runs with metadata of their own are refused.',
    ])
    return exitCodes.done
  })
}

function linesOf({ service }: StorageState, width: number, typed: Typed): string[] {
  if (service === null)
    return [
      'No storage is set. Practice projects need none; a live run needs one, or hosted metadata in every row.',
      `Set one, for instance an IPFS node: ${typed('storage set kubo http://127.0.0.1:5001')}`,
    ]
  return facts(
    [
      ['storage', `${service.version} at ${service.url}`],
      ['lets in with', letsInWith[service.auth]],
      ...(service.publicUrl === null ? [] : [['everybody reads', service.publicUrl] as [string, string]]),
      ['addresses', addressesOf(service)],
      ['keeps', `${service.pinned} files and folders of this data folder`],
    ],
    width,
  )
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin, terminal: false })) return line.trim()
  throw new CommandError(
    'storage.auth',
    'Nothing came on standard input: give the token or secret there (for a node bearer:<token> or basic:<user>:<password>).',
  )
}
