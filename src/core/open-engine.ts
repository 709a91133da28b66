/**
 * The part of the core that needs the heavy libraries: chains, keys, networks, linked files, the engine. It loads after the core has
 * started to listen, so that the window opens meanwhile.
 */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Network } from '../shared/app-api.ts'
import type { PracticeChain } from '../shared/chains.ts'
import { liveView, newsOnly, practiceView } from './api/app/network-views.ts'
import type { CustomNetworks } from './chains/custom-networks.ts'
import type { Chains } from './chains/family/family.ts'
import type { LiveNetworks } from './chains/live.ts'
import type { KnownNetworks } from './chains/networks.ts'
import type { PracticeLacks } from './chains/unavailable.ts'
import { type Holdings, openHoldings } from './holdings/holdings.ts'
import { foreignBounds } from './holdings/metadata-reader.ts'
import { openProviders, type Providers } from './holdings/provider-settings.ts'
import type { ScansOptions } from './holdings/scans.ts'
import type { ProjectKind } from './lib/project-kind.ts'
import { parseAllowedHosts } from './metadata/addresses.ts'
import { offChainAsker } from './metadata/ask-off-chain.ts'
import { openBatchLists } from './metadata/batch-lists.ts'
import type { ContentStore } from './metadata/content-store.ts'
import { createFetcher, type Fetcher } from './metadata/fetch-file.ts'
import { createPinner } from './metadata/pinner.ts'
import { openPublishedTags } from './metadata/published-tags.ts'
import type { Storage } from './metadata/storage.ts'
import { mintMetadata } from './minting/compose/mint-metadata.ts'
import type { EngineDeps, MintMetadata } from './minting/deps.ts'
import { createEngine, type Engine } from './minting/engine.ts'
import { mintIdentities } from './minting/identity.ts'
import type { MintingEvents } from './minting/minting.ts'
import { createRecovery, type Recovery } from './minting/reconcile/recovery.ts'
import { usualTiming } from './minting/usual-timing.ts'
import { type NetworksOptions, openNetworks } from './open-networks.ts'
import { openPracticeResets } from './practice-resets.ts'
import type { ProgramFile } from './program-files.ts'
import { knownGenesis, practiceGenesisHashes } from './store/installation/genesis.ts'
import { keepLiveSeed } from './store/installation/live-seed.ts'
import { listRpcLists, setRpcList } from './store/installation/rpc-lists.ts'
import { openSignedMarks } from './store/journal/signed-marks.ts'
import type { Store } from './store/sqlite/open.ts'
import type { Trial } from './trial.ts'
import type { Wallets } from './wallets/addresses.ts'
import { openWallets } from './wallets/addresses.ts'
import type { LiveKeys } from './wallets/live-keys.ts'
import { openProjectKeyrings } from './wallets/project-keyrings.ts'

export interface EngineOptions {
  known: KnownNetworks
  custom: Omit<NetworksOptions['custom'], 'whileClosed'>
  dataDir: string
  importsDir: string
  db: Store
  content: ContentStore
  storage: Storage
  /** The words of the practice seed. */
  mnemonic: string
  liveKeys: LiveKeys
  events: MintingEvents
  onNetwork(network: Network): void
  onScan: ScansOptions['onChange']
  /** The environment, which may contain providers' keys. */
  env: Readonly<Record<string, string | undefined>>
  clock: () => number
  log: Logger
  /** MINTDESK_ALLOW_HOSTS. */
  allowedHosts: string | undefined
  /** MINTDESK_RPC_ANSWER_MIB, in bytes. */
  answerBytes: number
  /** The folders that may contain the programs of Solana's practice network. */
  programs: readonly string[]
  practiceLacks: PracticeLacks
  programFile: ProgramFile
  trial: Trial | undefined
}

export interface EngineParts {
  chains: Chains
  wallets: Wallets
  metadata: MintMetadata
  fetcher: Fetcher
  holdings: Holdings
  providers: Providers
  engine: Engine
  live: LiveNetworks
  custom: CustomNetworks
  networks(kind: ProjectKind): Network[]
  recovery: Recovery
  /**
   * Resets a practice network and deletes its part of the journal, in all practice projects: collections, NFTs, runs, transfers and their data.
   * If it fails after the journal is wiped, the next start finishes it.
   */
  resetPractice(chain: PracticeChain): Promise<void>
  /** Creates coin for an account of a practice network. @param amount in its smallest unit */
  fundPractice(chain: PracticeChain, address: string, amount: bigint): Promise<void>
  /** Called when the programs of Solana's practice network were installed. */
  programsInstalled(): void
  /** Called when the vault was locked or unlocked: forgets the keys, or continues work that waits for them. */
  keysChanged(): void
  /** Ends the practice networks that a killed core left behind, then continues the unfinished work in the database. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Assembles the engine with its parts; it does nothing before `engine.start()`. */
export async function openEngine(options: EngineOptions): Promise<EngineParts> {
  const { dataDir, db, known, content, storage, clock, log, events, trial } = options
  // The only write comes first, so that nothing is open yet if the disk is full.
  const marks = await openSignedMarks(db, join(dataDir, 'signed-marks'), join(dataDir, 'content/unfinished'))
  if (marks.fault !== null) log.warn(marks.fault)
  const { liveKeys } = options
  const allowedHosts = parseAllowedHosts(options.allowedHosts)
  const offChain = offChainAsker({ allowedHosts })
  const keyrings = await openProjectKeyrings(options.mnemonic, liveKeys)
  const keyringOf = keyrings.of
  const tellLive = newsOnly(options.onNetwork)
  const networks = openNetworks({
    practiceDir: join(dataDir, 'practice'),
    networks: known,
    custom: { ...options.custom, whileClosed: (chain, work) => resets.whileClosed(chain, work) },
    ...{ keyringOf, liveKeys, clock, log, answerBytes: options.answerBytes, askOffChain: offChain.ask },
    ...{ programs: options.programs, practiceLacks: options.practiceLacks },
    programFile: options.programFile,
    rpcList: async (chain) => (await listRpcLists(db)).get(chain) ?? null,
    setRpcList: (chain, urls) => setRpcList(db, chain, urls, clock()),
    genesis: (network) => knownGenesis(db, network),
    knownPracticeGenesis: () => practiceGenesisHashes(db),
    onPractice: (status) => options.onNetwork(practiceView(status, known)),
    onChange: (chain) => tellLive(liveView(known.live(chain), live.statuses(chain))),
    ...{ blocks: trial?.blocks, anvilPath: trial?.anvilPath, slotMs: trial?.slotMs, override: trial?.chains },
  })
  const { chains, live, practice } = networks
  const fetcher = createFetcher({ allowedHosts })
  const providers = openProviders({ db, env: options.env })
  const holdings = openHoldings({
    db,
    chains,
    content,
    providers,
    fetcher: createFetcher({ allowedHosts, bounds: foreignBounds }),
    onChange: options.onScan,
    clock,
    log,
  })
  const mintsKey = (project: { kind: ProjectKind; index: number }): Uint8Array =>
    keyringOf(project.kind).mintsKey(project.index)
  const made = mintMetadata({
    store: content,
    items: storage.items,
    pinner: createPinner({ db, service: storage.used, seen: storage.seen, clock, patienceMs: usualTiming.publishMs }),
    fetcher,
    mintsKey,
    mediaFolder(importId) {
      const folder = join(options.importsDir, `${importId}-media`)
      return existsSync(folder) ? folder : undefined
    },
  })
  const published = openPublishedTags({ allowedHosts, storage, providers })
  const readTags = async (digest: string) => (await made.readTags(digest)) ?? (await published.read(digest))
  const metadata: MintMetadata = { ...made, readTags }
  const wallets = openWallets(keyringOf)
  const deps: EngineDeps = {
    db,
    marks,
    lists: openBatchLists(join(dataDir, 'lists'), join(dataDir, 'content/unfinished')),
    chains,
    metadata,
    identity: mintIdentities({ db, wallets, mintsKey, clock }),
    events,
    clock,
    log,
    point: trial?.point ?? (() => undefined),
    timing: trial?.timing ?? usualTiming,
  }
  const engine = createEngine(deps)
  const recovery = createRecovery({
    engine: deps,
    read: (path) => content.read(path),
    items: storage.items,
    mintsKey,
    left: () => (liveKeys.isThere() ? (liveKeys.unavailable() ?? liveKeys.locked()) : null),
    keepLiveSeed: () => keepLiveSeed(db, liveKeys.fingerprint()),
    wake: engine.wake,
    async networks() {
      const kept = await readdir(join(dataDir, 'practice')).catch((): string[] => [])
      const all = known.liveChains()
      const listed = all.flatMap((chain) => (kept.includes(chain) ? [{ kind: 'practice' as const, chain }] : []))
      if (liveKeys.unavailable() !== null || liveKeys.locked() !== null) return listed
      const usable = all.filter((chain) => chains.unavailable('live', chain) === null)
      return [...listed, ...usable.map((chain) => ({ kind: 'live' as const, chain }))]
    },
  })
  const resets = await openPracticeResets({ ...{ db, engine, marks, practice, clock, log }, lists: deps.lists })
  return {
    recovery,
    chains,
    wallets,
    metadata,
    fetcher,
    holdings,
    providers,
    engine,
    live,
    custom: networks.custom,
    networks: (kind) =>
      kind === 'practice'
        ? practice.statuses().map((status) => practiceView(status, known))
        : known.liveChains().map((chain) => liveView(known.live(chain), live.statuses(chain))),
    resetPractice: (chain) => resets.reset(chain),
    fundPractice: (chain, address, amount) => practice.give(chain, address, amount),
    programsInstalled() {
      practice.recheck()
      engine.keysChanged()
    },
    keysChanged() {
      if (liveKeys.locked() !== null) keyrings.forgetLive()
      engine.keysChanged()
    },
    async start() {
      await practice.endLeftBehind()
      await resets.finish()
      await engine.start()
      await holdings.scans.resume()
    },
    async close() {
      await holdings.close()
      await engine.close()
      await marks.close()
      for (const one of [fetcher, published, networks, offChain]) await one.close()
    },
  }
}
