import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../../..')

export interface RunningCore {
  url: string
  /** An address that lets one window in. */
  entrance(): Promise<string>
  /** Ends it in order and removes its data folder. */
  close(): Promise<void>
}

/**
 * Starts a real core on a data folder of its own; `webRoot` is where the built page lies, `out/renderer` by default; `env` comes to its
 * environment.
 */
export async function startCore(
  webRoot = join(root, 'out/renderer'),
  env: Record<string, string> = {},
): Promise<RunningCore> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-window-'))
  // The one Node that the storage engine is sure to run in.
  const child = spawn(join(root, 'node_modules/.bin/node'), [join(import.meta.dirname, 'serve.ts'), dataDir, webRoot], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<Record<string, string>> => {
    const line = await lines.next()
    if (line.done) throw new Error('the core ended before it said where it is')
    return JSON.parse(line.value)
  }
  const { url = '' } = await next()
  return {
    url,
    async entrance() {
      child.stdin.write('ticket\n')
      const { ticket = '' } = await next()
      return `${url}/?ticket=${ticket}`
    },
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
