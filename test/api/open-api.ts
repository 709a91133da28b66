import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Logger, pino } from 'pino'
import { openSessions, type Sessions } from '../../src/core/api/app/sessions/sessions.ts'
import { createApiKey } from '../../src/core/api/http/api-keys.ts'
import type { CoreContext } from '../../src/core/api/http/context.ts'
import { createServer } from '../../src/core/api/server.ts'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import { openChains } from '../../src/core/chains.ts'
import { openHoldings } from '../../src/core/holdings/holdings.ts'
import { openProviders } from '../../src/core/holdings/provider-settings.ts'
import { CoreError } from '../../src/core/lib/errors.ts'
import type { AllowedHost } from '../../src/core/metadata/addresses.ts'
import { openContentStore } from '../../src/core/metadata/content-store.ts'
import { createFetcher } from '../../src/core/metadata/fetch-file.ts'
import { createPinner } from '../../src/core/metadata/pinner.ts'
import { openStorage } from '../../src/core/metadata/storage.ts'
import { mintMetadata } from '../../src/core/minting/compose/mint-metadata.ts'
import { openPractice } from '../../src/core/practice/practice.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { openWallets } from '../../src/core/wallets/addresses.ts'
import { arweaveAccount } from '../../src/core/wallets/arweave-account.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'
import { openPracticeSeed } from '../../src/core/wallets/seed.ts'
import type { Project, Scope } from '../../src/shared/app-api.ts'
import { openFreshStore } from '../store/fresh-store.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  text: string
}

export interface OpenApi {
  app: FastifyInstance
  context: CoreContext
  sessions: Sessions
  project: Project
  /** Collections whose engine was woken. */
  woken: number[]
  key: string
  newKey(scopes?: Scope[], project?: Project): Promise<{ id: string; key: string }>
  /** Calls with a key of all usual scopes, unless the headers say otherwise. */
  call(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

interface ApiWorld {
  webRoot?: string
  /** Why there are no live projects; null: there are. */
  noLive?: string | null
  /** The sentence of a locked vault. */
  vaultLocked?: string | null
  log?: Logger
  /** Hosts of linked files that are fetched wherever they are. */
  allowedHosts?: readonly AllowedHost[]
}

/**
 * The API over the real parts, with an engine that is not running and networks that cannot be started: what is accepted stays in
 * the journal as it was accepted.
 */
export async function openApi({
  webRoot,
  noLive = 'There is no seed for live projects here.',
  vaultLocked = null,
  log = pino({ level: 'fatal' }),
  allowedHosts = [],
}: ApiWorld = {}): Promise<OpenApi> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-api-'))
  const store = await openFreshStore(join(dataDir, 'mintdesk.db'))
  const keyring = await openKeyring(await openPracticeSeed(dataDir))
  const known = knownNetworks()
  // The API must answer what it can where a network cannot be started.
  const practice = openPractice({
    networks: known,
    dir: join(dataDir, 'practice'),
    log,
    anvilPath: join(dataDir, 'no-anvil'),
  })
  const content = await openContentStore(join(dataDir, 'content'))
  const storage = openStorage({
    db: store.db,
    content,
    clock: Date.now,
    account: () => arweaveAccount(Buffer.alloc(64, 7)),
  })
  const sessions = await openSessions(store.db, dataDir, Date.now, () => 'http://127.0.0.1:1')
  const woken: number[] = []
  const chains = openChains({
    networks: known,
    practice,
    liveKeys: { unavailable: () => noLive, locked: () => vaultLocked },
    account: (_kind, index, owner) =>
      owner ? keyring.userAccount(index, { kind: owner.kind, id: owner.user }) : keyring.treasury(index),
  })
  const context: CoreContext = {
    version: '0.0.0-test',
    dataDir,
    db: store.db,
    reads: store.reads,
    cache: store.cache,
    commits: store.commits,
    chains,
    minting: {
      start: async () => {},
      wake: (pk) => woken.push(pk),
      wakeChain: () => {},
      wakeTransfer: () => {},
      notice: () => null,
      replaceExternalUse: () => false,
      resumeCollection: async () => {},
      takeOver: async () => {},
      close: async () => {},
    },
    wallets: openWallets((kind) => {
      if (kind === 'live' && vaultLocked !== null) throw new CoreError('vault.locked', vaultLocked)
      return keyring
    }),
    metadata: mintMetadata({
      store: content,
      items: storage.items,
      pinner: createPinner({
        db: store.db,
        service: storage.used,
        seen: storage.seen,
        clock: Date.now,
        patienceMs: 1_000,
      }),
      fetcher: createFetcher({ allowedHosts }),
      mintsKey: ({ index }) => keyring.mintsKey(index),
      mediaFolder: (id) => join(dataDir, 'media', id),
    }),
    content,
    storage,
    holdings: openHoldings({
      db: store.db,
      chains,
      content,
      fetcher: createFetcher({ allowedHosts: [] }),
      providers: openProviders({ db: store.db, env: {} }),
      onChange: () => {},
      clock: Date.now,
      log,
    }),
    events: { publish: () => {}, subscribe: () => () => {} },
    sessions,
    clock: Date.now,
    log,
  }
  const project = await firstProject(context.db, context.clock())
  const app = await createServer(context, { webRoot: webRoot ?? join(dataDir, 'no-window') })
  await app.ready()
  const newKey = async (scopes?: Scope[], of = project) => {
    const { stored, key } = await createApiKey(context.db, of, { name: 'test', scopes }, context.clock())
    return { id: stored.id, key }
  }
  const { key } = await newKey()
  return {
    app,
    context,
    sessions,
    project,
    woken,
    key,
    newKey,
    async call(method, url, body, headers = {}) {
      const request: InjectOptions = { method: method as 'GET', url, headers: { 'x-api-key': key, ...headers } }
      if (body !== undefined) {
        request.payload = typeof body === 'string' ? body : JSON.stringify(body)
        request.headers = { 'content-type': 'application/json', ...request.headers }
      }
      const answer = await app.inject(request)
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: isJson && answer.payload !== '' ? answer.json() : undefined,
        text: answer.payload,
      }
    },
    async close() {
      await app.close()
      await sessions.close()
      await context.holdings.close()
      await context.chains.close()
      await storage.close()
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const polygonAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const badge = {
  name: 'Badge #1',
  image: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
}
