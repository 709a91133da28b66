/** The one place where the parts of the core are put together. */
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { AppContext } from './api/app/context.ts'
import { appRoutes } from './api/app/routes.ts'
import { openSessions } from './api/app/sessions.ts'
import { answerClientError } from './api/error-handling.ts'
import { createServer } from './api/server.ts'
import { readApiFile, removeApiFile, writeApiFile } from './api-file.ts'
import { openChains } from './chains/chains.ts'
import { openHub } from './events/hub.ts'
import { listen } from './listen.ts'
import { lockDataDir } from './lock.ts'
import { openLog } from './log.ts'
import { openContentStore } from './metadata/content-store.ts'
import type { Minting } from './minting/minting.ts'
import { practiceView } from './network-views.ts'
import { openPractice } from './practice/practice.ts'
import { checkRuntime } from './runtime.ts'
import { openStore } from './store/open.ts'
import { firstProject, listProjects } from './store/projects.ts'
import { openWallets } from './wallet-addresses.ts'
import { openKeyring } from './wallets/keyring.ts'
import { openPracticeSeed } from './wallets/seed.ts'

export interface CoreOptions {
  /** The data folder; made when it is missing. */
  dataDir: string
  /** The port that was asked for (0: any free one). Undefined: 3000, or the next free one. */
  port?: number | undefined
  version: string
  /** Absolute path of the built window, `out/renderer`. */
  webRoot: string
  /** Absolute path of `resources`. */
  resourcesDir: string
  /** Where the core tells what a person need not know; standard error from `warn` on when absent. */
  log?: Logger | undefined
  /** `process.env`: MINTDESK_ALLOW_HOSTS, MINTDESK_LOG. */
  env: Readonly<Record<string, string | undefined>>
}

export interface Core {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly url: string
  /** A sentence for a person when the usual port was taken. */
  readonly notice: string | undefined
  /** A ticket that lets one window in, for a minute: `<url>/?ticket=<ticket>`. */
  ticket(): string
  /** Ends everything in order; what is in flight is in the journal and goes on at the next start. Safe to call again. */
  close(): Promise<void>
}

/**
 * Opens the core on a data folder: one at a time, everything that was under way goes on.
 *
 * @throws CoreError with one sentence for a person: `runtime.old`, `data.unusable`, `data.locked`, `store.newer`, `store.unusable`,
 *   `port.taken`, `port.forbidden`
 */
export async function openCore(options: CoreOptions): Promise<Core> {
  checkRuntime(process.versions)
  const endings: (() => unknown)[] = []
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= endInReverse(endings)
    return closed
  }
  try {
    return await assemble(options, (end) => endings.push(end), close)
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }
}

/** Opens the parts, each of which says how it is ended; they end in the reverse order. */
async function assemble(
  options: CoreOptions,
  atEnd: (end: () => unknown) => void,
  close: () => Promise<void>,
): Promise<Core> {
  const { dataDir, version } = options
  const lock = lockDataDir(dataDir)
  atEnd(() => lock.release())
  const log = options.log ?? openLog(options.env)
  const clock = Date.now
  const store = openStore(join(dataDir, 'mintdesk.db'))
  atEnd(() => store.close())
  const { db } = store
  await firstProject(db, clock())
  const keyring = await openKeyring(await openPracticeSeed(dataDir))
  const sessions = await openSessions(db, clock, readApiFile(dataDir)?.token)
  atEnd(() => sessions.close())
  const events = await openHub(db, clock, log)
  atEnd(() => events.close())
  const content = await openContentStore(join(dataDir, 'content'))
  const practice = openPractice({
    dir: join(dataDir, 'practice'),
    log,
    onChange(event) {
      if (event.type !== 'state') return
      const network = practiceView(event.status)
      listProjects(db).then(
        (projects) => {
          for (const { id, kind } of projects) if (kind === 'practice') events.publish(id, { type: 'network', network })
        },
        (error: unknown) => log.warn({ err: error }, 'a network event was not told'),
      )
    },
  })
  const chains = openChains({ practice, account: (_kind, projectIndex) => keyring.treasury(projectIndex) })
  atEnd(() => chains.close())
  const minting = noMinting

  const context: AppContext = {
    version,
    dataDir,
    db,
    chains,
    minting,
    wallets: openWallets(keyring),
    content,
    events,
    sessions,
    networks: (kind) => (kind === 'practice' ? practice.list().map(practiceView) : []),
    resourcesDir: options.resourcesDir,
    clock,
    log,
  }
  const app = await createServer(context, { webRoot: options.webRoot, appRoutes: appRoutes(context) })
  await app.ready()
  atEnd(() => app.close())
  const listening = await listen(app.routing, options.port, answerClientError)
  atEnd(() => listening.close())
  const url = `http://127.0.0.1:${listening.port}`
  writeApiFile(dataDir, { pid: process.pid, url, token: sessions.ownerToken, version })
  atEnd(() => removeApiFile(dataDir))
  return { url, notice: listening.notice, ticket: () => sessions.ticket(), close }
}

async function endInReverse(endings: (() => unknown)[]): Promise<void> {
  let failure: unknown
  for (const end of endings.splice(0).reverse()) {
    try {
      await end()
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
}

const noMinting: Minting = { start: () => Promise.resolve(), wake: () => undefined, close: () => Promise.resolve() }
