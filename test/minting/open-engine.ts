import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import type { Transaction } from 'kysely'
import pino from 'pino'
import { aptosProjectKeys } from '../../src/core/chains/aptos/keys.ts'
import type { Chains } from '../../src/core/chains/family/family.ts'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import type { ChainsOptions } from '../../src/core/chains.ts'
import { openChains } from '../../src/core/chains.ts'
import { parseAllowedHosts } from '../../src/core/metadata/addresses.ts'
import { openBatchLists } from '../../src/core/metadata/batch-lists.ts'
import { openContentStore } from '../../src/core/metadata/content-store.ts'
import { createFetcher } from '../../src/core/metadata/fetch-file.ts'
import { createPinner } from '../../src/core/metadata/pinner.ts'
import { openStorage, type Storage } from '../../src/core/metadata/storage.ts'
import { mintMetadata } from '../../src/core/minting/compose/mint-metadata.ts'
import type { EngineProject, MintIdentity, MintMetadata } from '../../src/core/minting/deps.ts'
import { createEngine, type Engine } from '../../src/core/minting/engine.ts'
import { mintIdentities } from '../../src/core/minting/identity.ts'
import { type AptosNetwork, type AptosNetworkOptions, openAptosNetwork } from '../../src/core/practice/aptos/network.ts'
import { openPractice, type Practice } from '../../src/core/practice/practice.ts'
import {
  openSolanaNetwork,
  type SolanaNetwork,
  type SolanaNetworkOptions,
} from '../../src/core/practice/solana/network.ts'
import { collectionByPk, findCollection } from '../../src/core/store/collections/collections.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import type { MintDraft } from '../../src/core/store/journal/mint-draft.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { openSignedMarks } from '../../src/core/store/journal/signed-marks.ts'
import type { Store } from '../../src/core/store/sqlite/open.ts'
import type { Database } from '../../src/core/store/tables/schema.ts'
import { openWallets } from '../../src/core/wallets/addresses.ts'
import { arweaveAccount } from '../../src/core/wallets/arweave-account.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'
import { openPracticeSeed } from '../../src/core/wallets/seed.ts'
import { addMintsOfRun } from '../store/add-mints-of-run.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { aptosAddress } from './aptos-address.ts'

export interface OpenEngine {
  db: Store
  chains: Chains
  practice: Practice | null
  solana: SolanaNetwork | null
  aptos: AptosNetwork | null
  engine: Engine
  storage: Storage
  identity: MintIdentity
  metadata: MintMetadata
  project: EngineProject
  /** `default-polygon`. */
  collectionPk: number
  /** Puts a run of so many mints into the journal and wakes the engine; its id. `recipient`: an address, or a user's locator. */
  addRun(
    count: number,
    options?: {
      id?: string
      recipient?: (ordinal: number) => string
      feeCeiling?: bigint | undefined
      collectionPk?: number
    },
  ): Promise<string>
  /** Mints as the API takes them. */
  addMints(ids: readonly string[], how?: { compressed(id: string): boolean }): Promise<void>
  close(): Promise<void>
}

export interface OpenEngineOptions {
  dir: string
  /** Replaces the real chains. */
  chains?: Chains
  override?: ChainsOptions['override']
  point?: (name: string) => void
  timing?: { groupMs: number; pollMs: number }
  clock?: () => number
  blockMs?: number | 'manual'
  /** The practice seed, in place of one of its own. */
  mnemonic?: string
  /** The practice network of Solana is minted on, in `default-solana`. */
  solana?: Pick<SolanaNetworkOptions, 'program' | 'programs' | 'slotMs'>
  /** The same of Aptos, in `default-aptos`. */
  aptos?: Pick<AptosNetworkOptions, 'program' | 'commitMs'>
  start?: boolean
  /** MINTDESK_ALLOW_HOSTS. */
  allowedHosts?: string
  /** Told of runs that moved on. */
  runChanged?: (runId: string) => void
}

/** A recipient that nobody else gets. */
export function recipientOf(ordinal: number): string {
  return `0x${createHash('sha256').update(`recipient ${ordinal}`).digest('hex').slice(0, 40)}`
}

/** The same on Solana. */
export function solanaRecipientOf(ordinal: number): string {
  return base58.encode(createHash('sha256').update(`recipient ${ordinal}`).digest())
}

/** The engine over the real store, content store, keys and practice networks of a data folder. */
export async function openEngine(options: OpenEngineOptions): Promise<OpenEngine> {
  const { dir, timing = { groupMs: 50, pollMs: 40 }, clock = Date.now } = options
  mkdirSync(dir, { recursive: true })
  const log = pino({ level: process.env.MINTDESK_LOG ?? 'silent' })
  const store = await openFreshStore(join(dir, 'mintdesk.db'))
  const { db } = store
  const project = await firstProject(db, Date.now())
  const keyring = await openKeyring(options.mnemonic ?? (await openPracticeSeed(dir)))
  const known = knownNetworks()
  const content = await openContentStore(join(dir, 'content'))
  const mintsKey = ({ index }: EngineProject) => keyring.mintsKey(index)
  const storage = openStorage({ db, content, clock, account: () => arweaveAccount(Buffer.alloc(64, 7)) })
  const practice = options.chains
    ? null
    : openPractice({
        networks: known,
        dir: join(dir, 'practice'),
        log,
        blocks: options.blockMs ?? 100,
      })
  const solana =
    options.solana &&
    openSolanaNetwork({
      ...options.solana,
      stateDir: join(dir, 'practice', 'solana'),
      log,
    })
  const aptos = options.aptos && openAptosNetwork({ ...options.aptos, stateDir: join(dir, 'practice', 'aptos'), log })
  const chains =
    options.chains ??
    openChains({
      networks: known,
      ...(aptos && { aptos: { network: aptos, keys: (index) => aptosProjectKeys(() => keyring, index) } }),
      ...(solana
        ? {
            solana: {
              network: solana,
              clock: Date.now,
              keys: (index) => ({
                treasury: () => keyring.solana.treasury(index),
                named: (name) => keyring.solana.named(index, name),
                user: ({ kind, user }) => keyring.solana.user(index, { kind, id: user }),
              }),
            },
          }
        : {}),
      practice: practice as Practice,
      liveKeys: { unavailable: () => 'There is no seed for live projects here.', locked: () => null },
      account: (_kind, index, owner) =>
        owner ? keyring.userAccount(index, { kind: owner.kind, id: owner.user }) : keyring.treasury(index),
      ...(options.override ? { override: options.override } : {}),
    })
  const marks = await openSignedMarks(db, join(dir, 'signed-marks'), join(dir, 'content/unfinished'))
  const identity = mintIdentities({ db, wallets: openWallets(() => keyring), mintsKey, clock })
  const metadata = mintMetadata({
    store: content,
    items: storage.items,
    pinner: createPinner({ db, service: storage.used, seen: storage.seen, clock, patienceMs: 100 }),
    fetcher: createFetcher({ allowedHosts: parseAllowedHosts(options.allowedHosts) }),
    mintsKey,
    mediaFolder: (id) => join(dir, 'imports', id, 'media'),
  })
  const engine = createEngine({
    db,
    marks,
    lists: openBatchLists(join(dir, 'lists'), join(dir, 'content/unfinished')),
    chains,
    metadata,
    identity,
    events: {
      runChanged: options.runChanged ?? (() => {}),
      mintsEnded() {},
      actionEnded() {},
      transferEnded() {},
      collectionChanged() {},
    },
    clock,
    log,
    point: options.point ?? (() => {}),
    timing,
  })
  const chain = options.solana ? 'solana' : options.aptos ? 'aptos' : 'polygon'
  const collection = await findCollection(db, project.id, `default-${chain}`)
  if (!collection) throw new Error('no default collection')
  const usual = { solana: solanaRecipientOf, aptos: aptosAddress, polygon: recipientOf }[chain]

  if (options.start !== false) await engine.start()
  return {
    db,
    chains,
    practice,
    solana: solana ?? null,
    aptos: aptos ?? null,
    engine,
    storage,
    identity,
    metadata,
    project,
    collectionPk: collection.pk,
    async addRun(
      count,
      {
        id = createHash('sha256').update(`run of ${count}`).digest('hex'),
        recipient = usual,
        feeCeiling,
        collectionPk = collection.pk,
      } = {},
    ) {
      const drafts = Array.from({ length: count }, (_, ordinal) => ({
        ...draft(recipient(ordinal), `Badge ${ordinal + 1}`, chain),
        id: `${id}-${ordinal}`,
        row: ordinal + 2,
        ordinal,
      }))
      // In one commit: a round that comes between would take a run without mints for ended.
      const before = (tx: Transaction<Database>) =>
        tx
          .insertInto('runs')
          .values({
            id,
            project_id: project.id,
            collection_pk: collectionPk,
            import_id: null,
            name: `run of ${count}`,
            content: id,
            repeat: 0,
            state: 'running',
            notice: null,
            total: count,
            quoted_fee: null,
            fee_ceiling: feeCeiling?.toString() ?? null,
            quote: null,
            created_at: clock(),
            completed_at: null,
          })
          .execute()
      const into = await collectionByPk(db, collectionPk)
      await addMintsOfRun(db, into, drafts, { now: clock(), runId: id, before })
      engine.wake(collectionPk)
      return id
    },
    async addMints(ids, how) {
      const drafts = ids.map((id) => ({
        ...draft(usual(1_000_000 + Number.parseInt(id.replace(/\D/g, '') || '0', 10)), id, chain),
        ...(how ? { compressed: how.compressed(id) } : {}),
        id,
      }))
      await db.transaction().execute(async (tx) => {
        await enqueueMints(tx, await collectionByPk(tx, collection.pk), drafts, { now: clock() })
      })
      engine.wake(collection.pk)
    },
    async close() {
      await engine.close()
      await marks.close()
      await storage.close()
      await chains.close()
      await solana?.close()
      await aptos?.close()
      await store.close()
    },
  }
}

function draft(to: string, name: string, chain: string): MintDraft {
  const toUser = to.startsWith('userId:')
  const json = JSON.stringify({ image: 'ipfs://bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e', name })
  return {
    recipient: toUser ? to : `${chain}:${to}`,
    compressed: chain === 'solana',
    address: toUser ? null : to,
    metadata: { json, hash: createHash('sha256').update(json).digest('hex') },
    reupload: false,
    contentHash: createHash('sha256').update(`${to} ${name}`).digest(),
  }
}

/**
 * Waits until a condition holds; fails with `what` when a machine with ten times as much to do would have come to it. What lasts is looked at
 * less and less often: looking takes time on the processor that what is waited for needs.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
  ms = 100_000,
): Promise<T> {
  const end = Date.now() + ms
  for (let pause = 20; ; pause = Math.min(150, pause * 1.25)) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited too long: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** An older copy of the database was put back: a person says that nothing else mints, once the engine has asked. */
export async function takeOver({ db, engine, collectionPk }: OpenEngine): Promise<void> {
  await until('another writer was found', async () => {
    const row = await db
      .selectFrom('collections')
      .select('other_writer')
      .where('pk', '=', collectionPk)
      .executeTakeFirst()
    return row?.other_writer != null
  })
  await engine.takeOver(collectionPk)
}

export async function runFinished(opened: OpenEngine, id: string): Promise<void> {
  await until(`run ${id.slice(0, 8)} finished`, async () => {
    const run = await opened.db.selectFrom('runs').select('state').where('id', '=', id).executeTakeFirst()
    return run?.state === 'finished'
  })
}
