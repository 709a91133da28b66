/** The one place where the parts of the core are put together. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { AppContext } from './api/app/context.ts'
import { uploads } from './api/app/import-routes.ts'
import { tellMinting } from './api/app/minting-events.ts'
import { appRoutes } from './api/app/routes.ts'
import { openSessions } from './api/app/sessions.ts'
import { answerClientError } from './api/error-handling.ts'
import { createServer } from './api/server.ts'
import { readApiFile, removeApiFile, writeApiFile } from './api-file.ts'
import { type ChainsOptions, openChains } from './chains/chains.ts'
import type { ProjectKind } from './context.ts'
import { CoreError } from './errors.ts'
import { openHub } from './events/hub.ts'
import { createImports } from './imports/imports.ts'
import { importWorkerFile } from './imports/worker-pool.ts'
import { listen } from './listen.ts'
import { lockDataDir } from './lock.ts'
import { openLog } from './log.ts'
import { openContentStore } from './metadata/content-store.ts'
import { createFetcher } from './metadata/fetch-file.ts'
import { parseAllowedHosts } from './metadata/fetch-filter.ts'
import { mintMetadata } from './metadata/mint-metadata.ts'
import { practicePinning } from './metadata/pinning.ts'
import { createEngine } from './minting/engine.ts'
import { mintIdentities } from './minting/identity.ts'
import { createRunControl } from './minting/run-control.ts'
import { practiceView } from './network-views.ts'
import { openPractice } from './practice/practice.ts'
import { checkRuntime } from './runtime.ts'
import { openStore } from './store/open.ts'
import { firstProject, listProjects } from './store/projects.ts'
import { openWallets } from './wallet-addresses.ts'
import { type Keyring, openKeyring } from './wallets/keyring.ts'
import { openPracticeSeed } from './wallets/seed.ts'

export interface CoreOptions {
  /** The data folder; made when it is missing. */
  dataDir: string
  /** The port that was asked for (0: any free one). Undefined: 3000, or the next free one. */
  port?: number | undefined
  version: string
  /** Absolute path of the built window, `out/renderer`. */
  webRoot: string
  /** Absolute path of `resources`, which lies in the root of the checkout or the packaged app. */
  resourcesDir: string
  /** Where the core tells what a person need not know; standard error from `warn` on when absent. */
  log?: Logger | undefined
  /** `process.env`: MINTDESK_ALLOW_HOSTS, MINTDESK_LOG. */
  env: Readonly<Record<string, string | undefined>>
  /** For tests: what the networks and the engine do otherwise than usual. */
  trial?: Trial | undefined
}

export interface Trial {
  chains?: ChainsOptions['override']
  /** Milliseconds between two blocks of a practice network. */
  blocks?: number | 'manual'
  /** Told at each named point of the journal. */
  point?: (name: string) => void
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

/** Ours: how long mints of the API wait for company (architecture.md: up to a second), and how often an open lane looks. */
const timing = { groupMs: 300, pollMs: 250 }

/**
 * Opens the core on a data folder: one at a time, everything that was under way goes on.
 *
 * @throws CoreError with one sentence for a person: `runtime.old`, `data.unusable`, `data.locked`, `store.newer`, `store.unusable`,
 *   `port.taken`, `port.forbidden`; `SeedFileError` for a damaged seed.
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
  const { dataDir, version, resourcesDir, env, trial } = options
  const lock = lockDataDir(dataDir)
  atEnd(() => lock.release())
  const log = options.log ?? openLog(env)
  const clock = Date.now
  const storeFile = join(dataDir, 'mintdesk.db')
  const store = openStore(storeFile)
  atEnd(() => store.close())
  const { db } = store
  await firstProject(db, clock())
  const keyring = await openKeyring(await openPracticeSeed(dataDir))
  const sessions = await openSessions(db, clock, readApiFile(dataDir)?.token)
  atEnd(() => sessions.close())
  const events = await openHub(db, clock, log)
  atEnd(() => events.close())

  const tellNetwork = async (network: ReturnType<typeof practiceView>): Promise<void> => {
    for (const { id, kind } of await listProjects(db))
      if (kind === network.kind) events.publish(id, { type: 'network', network })
  }
  const practice = openPractice({
    dir: join(dataDir, 'practice'),
    log,
    blocks: trial?.blocks,
    onChange(event) {
      // Also after a start: a core and its networks that were killed together left a state older than the journal.
      if (event.type === 'restarted') engine.networkRestarted(`practice:${event.chain}`)
      else if (event.status.state === 'up') engine.networkRestarted(`practice:${event.status.chain}`)
      if (event.type === 'state')
        tellNetwork(practiceView(event.status)).catch((error: unknown) =>
          log.warn({ err: error }, 'a network event was not told'),
        )
    },
  })
  const chains = openChains({
    practice,
    account: (kind, projectIndex) => practiceOnly(kind, keyring).treasury(projectIndex),
    ...(trial?.chains === undefined ? {} : { override: trial.chains }),
  })
  atEnd(() => chains.close())

  const fetcher = createFetcher({ allowedHosts: parseAllowedHosts(env.MINTDESK_ALLOW_HOSTS) })
  atEnd(() => fetcher.close())
  const content = await openContentStore(join(dataDir, 'content'))
  const importsDir = join(dataDir, 'imports')
  const mintsKey = (project: { kind: ProjectKind; index: number }): Uint8Array =>
    practiceOnly(project.kind, keyring).mintsKey(project.index)
  const metadata = mintMetadata({
    store: content,
    pinning: practicePinning(content),
    fetcher,
    mintsKey,
    mediaFolder(importId) {
      const folder = join(importsDir, `${importId}-media`)
      return existsSync(folder) ? folder : undefined
    },
  })
  const wallets = openWallets(keyring)

  let url = ''
  const runControl = createRunControl(db, { wake: (collectionPk) => engine.wake(collectionPk) }, clock)
  const told = tellMinting({ db, events, runControl, clock, log, base: () => url })
  atEnd(() => told.close())
  const engine = createEngine({
    db,
    chains,
    metadata,
    identity: mintIdentities({ db, wallets, mintsKey, clock }),
    events: told,
    clock,
    log,
    point: trial?.point ?? (() => undefined),
    timing,
  })

  await rm(join(dataDir, uploads), { recursive: true, force: true })
  const imports = createImports({
    store: db,
    storeFile,
    dir: importsDir,
    workerFile: importWorkerFile(dirname(resourcesDir)),
    onChange: (change) => events.publish(change.projectId, { type: 'import', import: change.import }),
  })
  await imports.recover()
  atEnd(() => imports.close())

  const context: AppContext = {
    version,
    dataDir,
    db,
    chains,
    minting: engine,
    wallets,
    metadata,
    content,
    events,
    sessions,
    imports,
    runControl,
    runChanged: (runId) => told.runChanged(runId),
    fetcher,
    networks: (kind) => (kind === 'practice' ? practice.list().map(practiceView) : []),
    resourcesDir,
    clock,
    log,
  }
  const app = await createServer(context, { webRoot: options.webRoot, appRoutes: appRoutes(context) })
  await app.ready()
  const listening = await listen(app.routing, options.port, answerClientError)
  atEnd(() => listening.close())
  // Before the port is closed, so that open event streams end by themselves.
  atEnd(() => app.close())
  url = `http://127.0.0.1:${listening.port}`
  // The networks take a second or more to come up: what was under way goes on while the window already opens.
  const resumed = runControl
    .recover()
    .then(() => engine.start())
    .catch((error: unknown) => log.error({ err: error }, 'what was under way could not be taken up'))
  atEnd(() => Promise.all([engine.close(), resumed]))
  writeApiFile(dataDir, { pid: process.pid, url, token: sessions.ownerToken, version })
  atEnd(() => removeApiFile(dataDir))
  return { url, notice: listening.notice, ticket: () => sessions.ticket(), close }
}

/** The keys of the practice seed, which are never used for a live project. */
function practiceOnly(kind: ProjectKind, keyring: Keyring): Keyring {
  if (kind === 'practice') return keyring
  throw new CoreError('network.unsupported', 'This version mints on practice networks only.')
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
