/** Finds the core that runs on the data folder, or opens one for the duration of a command. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerSettings } from '../core/api/http/public-address.ts'
import { readApiFile } from '../core/host/api-file.ts'
import { isPrivate } from '../core/host/private-folder.ts'
import type { Core } from '../core/index.ts'
import { createGreeter } from '../shared/greeting.ts'
import { CallError, type Client, createHttpClient } from '../shared/http-client.ts'

export interface Connection {
  /** Calls as the owner of the data folder, for the first project. */
  client: Client
  /** Calls as the owner, for another project. */
  clientFor(projectId: string): Client
  /** Calls as the holder of an API key, with no more rights than the key. */
  clientWithKey(apiKey: string): Client
  /** `http://127.0.0.1:<port>` */
  url: string
  /** Whether the core belongs to this command and ends with it. */
  own: boolean
  /** Ends the core if this command opened it. Transactions in flight are in the journal. */
  close(): Promise<void>
}

export interface CoreFacts {
  dataDir: string
  /** The root of the checkout or the package. */
  root: string
  version: string
  /** The vault's passphrase, for a core that this command opens itself. */
  passphrase?: string | undefined
}

/** Ours, ms: a running core answers such a small call at once, on a busy machine after a while. As long as the greeting may take. */
const answerPatience = 15_000
/** Ours, ms: how long a core that holds the folder may take to start or to close. */
const startPatience = 15_000

const mismatch =
  'The Mintdesk that runs on this data folder is of another version than this command: close it and start it again, or use the command that came with it.'

/** The core that runs on a data folder and answers; undefined if there is none. */
export async function findRunning(dataDir: string): Promise<Connection | undefined> {
  // Where others may write, api.json may be an attacker's. Opening a core there reports the folder.
  const left = isPrivate(dataDir) ? readApiFile(dataDir) : undefined
  if (left === undefined || !isAlive(left.pid)) return undefined
  // Another program may have the port by now: the greeter verifies the core before it gets the token.
  const greeter = createGreeter({
    base: left.url,
    session: { id: left.session, key: left.key },
    port: Number(new URL(left.url).port),
  })
  const client = createHttpClient({ base: left.url, token: () => left.token, greeter, mismatch })
  try {
    await client.send('/app/projects', { signal: AbortSignal.timeout(answerPatience) })
  } catch (error) {
    // Nothing listens, another program has the port, or the token belongs to a core that has ended.
    if (error instanceof CallError || (error instanceof Error && error.name === 'TimeoutError')) return undefined
    throw error
  }
  const clientFor = (project: string): Client =>
    createHttpClient({ base: left.url, token: () => left.token, greeter, project, mismatch })
  const clientWithKey = (apiKey: string): Client =>
    createHttpClient({ base: left.url, token: () => left.token, apiKey, greeter, mismatch })
  return { client, clientFor, clientWithKey, url: left.url, own: false, close: async () => undefined }
}

/** As {@link findRunning}, but waits for a core whose process runs and answers late; undefined if it never answers. */
export async function awaitRunning(dataDir: string): Promise<Connection | undefined> {
  const until = performance.now() + 2 * startPatience
  for (;;) {
    const running = await findRunning(dataDir)
    const left = readApiFile(dataDir)
    if (running !== undefined || left === undefined || !isAlive(left.pid) || performance.now() > until) return running
    await pause(100)
  }
}

/**
 * The running core of the data folder, or else a core of this command's own on any free port. Waits for a core that is just
 * starting or closing.
 * @throws CoreError as `openCore`, also if a core that does not answer keeps holding the folder
 */
export async function connect(facts: CoreFacts): Promise<Connection> {
  const until = performance.now() + startPatience
  for (;;) {
    const running = await findRunning(facts.dataDir)
    if (running !== undefined) return running
    try {
      return await openOwn(facts)
    } catch (error) {
      if (!isHeld(error) || performance.now() > until) throw error
      await pause(100)
    }
  }
}

/** Whether an error means that another core holds the data folder. */
export function isHeld(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'data.locked'
}

/**
 * Opens the core in this process.
 * @param env MINTDESK_LOG sets what the core logs to standard error
 * @param server for access from other machines
 */
export async function openHere(
  { dataDir, root, version, passphrase }: CoreFacts,
  port: number | undefined,
  env: Readonly<Record<string, string | undefined>>,
  server?: ServerSettings | undefined,
): Promise<Core> {
  const { openCore } = await import('../core/index.ts')
  return openCore({
    dataDir,
    port,
    version,
    webRoot: join(root, 'out/renderer'),
    resourcesDir: join(root, 'resources'),
    server,
    env: passphrase === undefined ? env : { ...env, MINTDESK_PASSPHRASE: passphrase },
  })
}

async function openOwn(facts: CoreFacts): Promise<Connection> {
  // A failure is reported in one sentence; beside it, the log of a core that lives for one command would be noise.
  const core = await openHere(facts, 0, { ...process.env, MINTDESK_LOG: process.env.MINTDESK_LOG ?? 'fatal' })
  const token = (): string => readApiFile(facts.dataDir)?.token ?? ''
  return {
    client: createHttpClient({ base: core.url, token, mismatch }),
    clientFor: (project) => createHttpClient({ base: core.url, token, project, mismatch }),
    clientWithKey: (apiKey) => createHttpClient({ base: core.url, token, apiKey, mismatch }),
    url: core.url,
    own: true,
    close: () => core.close(),
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
