/** A core on a folder of its own, and calls to it as the window makes them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Core, type CoreOptions, openCore } from '../../src/core/index.ts'
import { type Session, session } from '../../src/shared/app-api.ts'
import { programFile } from './built-programs.ts'

export const root = join(import.meta.dirname, '../..')

export function coreOptions(dataDir: string, more: Partial<CoreOptions> = {}): CoreOptions {
  return {
    dataDir,
    port: 0,
    version: '0.0.0-test',
    webRoot: join(root, 'out/renderer'),
    resourcesDir: join(root, 'resources'),
    log: pino({ level: 'silent' }),
    env: {},
    ...more,
    trial: { programFile, ...more.trial },
  }
}

/** A folder that is removed after `use`, whatever happens. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mintdesk-core-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the database of a data folder, with what SQLite keeps beside it; no core may be open on it. */
export async function removeDatabase(folder: string): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) await rm(join(folder, `mintdesk.db${ending}`), { force: true })
}

/** Opens a core for `use` and closes it. */
export async function withCore<T>(
  dataDir: string,
  use: (core: Core) => Promise<T>,
  more: Partial<CoreOptions> = {},
): Promise<T> {
  const core = await openCore(coreOptions(dataDir, more))
  let result: T
  try {
    result = await use(core)
  } catch (error) {
    // What `use` failed of is told, not what closing meets after it.
    await core.close().catch(() => undefined)
    throw error
  }
  await core.close()
  return result
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The body, when it is JSON. */
  json: Record<string, unknown>
}

export type Caller = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/** Calls without letting in. */
export function callerOf(url: string, own: Record<string, string> = {}): Caller {
  return async (method, path, body, headers = {}) => {
    const bytes = body instanceof Uint8Array
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...own,
        ...(body === undefined ? {} : { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: bytes ? Buffer.from(body) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : null,
    }
  }
}

/** Lets a window in. */
export async function windowOf(core: Core): Promise<Session & { cookie: string; media: string; call: Caller }> {
  const answer = await callerOf(core.url)('POST', '/app/session', { ticket: core.ticket() })
  if (answer.status !== 200) throw new Error(`the window was not let in: ${answer.status} ${answer.text}`)
  const made = session.parse(answer.json)
  const cookie = answer.headers.get('set-cookie') ?? ''
  const call = callerOf(core.url, { authorization: `Bearer ${made.token}` })
  return { ...made, cookie, media: `/app/media/${made.id}`, call }
}
