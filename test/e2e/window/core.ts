import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { innerUrl } from '../../practice/inner-url.ts'

const root = join(import.meta.dirname, '../../..')

export interface RunningCore {
  url: string
  /** Where it is a server: the link of its first admin. */
  link: string
  /** Lets a window in. The ticket is exchanged when this returns: it works once, so a page that is left before has no session. */
  enter(page: Page): Promise<void>
  /** Calls it as the window does, with a session of its own; `path` from `/app` or `/api` on; `project` by its id, the first where it is absent. */
  call(method: string, path: string, body?: unknown, project?: string): Promise<Response>
  /** Makes a block on a practice network of a core that makes none, if it is up. */
  mine(chain: string): Promise<void>
  /** Ends it in order and leaves its data folder. */
  end(): Promise<void>
  /** Ends it in order and removes its data folder. */
  close(): Promise<void>
}

/**
 * Starts a real core on a data folder of its own, or on this one, which goes with it; `webRoot` is where the built page lies, `out/renderer` by
 * default; `env` comes to its environment.
 */
export async function startCore(
  webRoot = join(root, 'out/renderer'),
  env: Record<string, string> = {},
  folder?: string,
): Promise<RunningCore> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'mintdesk-window-')))
  // Bundled for the tests; the screenshots start the source.
  const program = process.env.MINTDESK_TEST_CORE
  const compiled = program === undefined ? {} : { NODE_COMPILE_CACHE: join(dirname(program), 'compiled') }
  // The one Node that the storage engine is sure to run in.
  const child = spawn(
    join(root, 'node_modules/.bin/node'),
    [program ?? join(import.meta.dirname, 'serve.ts'), dataDir, webRoot],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...compiled, ...env } },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<Record<string, string>> => {
    const line = await lines.next()
    if (line.done) throw new Error('the core ended before it said where it is')
    return JSON.parse(line.value)
  }
  const { url = '', link = '' } = await next()
  const ticket = async (): Promise<string> => {
    child.stdin.write('ticket\n')
    return (await next()).ticket ?? ''
  }
  const headers = { 'content-type': 'application/json' }
  const session = async (): Promise<string> => {
    const body = JSON.stringify({ ticket: await ticket() })
    const made = await fetch(`${url}/app/session`, { method: 'POST', headers, body })
    return z.object({ token: z.string() }).parse(await made.json()).token
  }
  let token: Promise<string> | undefined
  return {
    url,
    link,
    async enter(page) {
      await page.goto(`${url}/?ticket=${await ticket()}`)
      await page.getByRole('navigation', { name: 'Pages' }).waitFor()
    },
    async mine(chain) {
      const at = await innerUrl(dataDir, chain).catch(() => undefined)
      if (at === undefined) return
      const mine = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x1'] })
      await (await fetch(at, { method: 'POST', headers, body: mine })).json()
    },
    async call(method, path, body, project) {
      token ??= session()
      const file = body instanceof Uint8Array
      const type = file ? 'application/octet-stream' : 'application/json'
      return await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await token}`,
          ...(project === undefined ? {} : { 'x-mintdesk-project': project }),
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        body: body === undefined ? null : file ? Buffer.from(body) : JSON.stringify(body),
      })
    },
    end: () => end(child),
    async close() {
      await end(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
