import type { Logger } from 'pino'
import type { Network, RecoveryOptions, RecoveryState } from '../shared/app-api.ts'
import type { PracticeChain } from '../shared/chains.ts'
import { liveView, practiceView } from './api/app/network-views.ts'
import type { CoreContext } from './api/http/context.ts'
import type { CustomNetworks } from './chains/custom-networks.ts'
import { idlePractice } from './chains/families.ts'
import type { LiveNetworks } from './chains/live.ts'
import type { KnownNetworks } from './chains/networks.ts'
import { chainUnavailable, type PracticeLacks } from './chains/unavailable.ts'
import type { Providers } from './holdings/provider-settings.ts'
import { lazy } from './lib/lazy.ts'
import type { ProjectKind } from './lib/project-kind.ts'
import type { Fetcher } from './metadata/fetch-file.ts'
import type { Engine } from './minting/engine.ts'
import type { EngineParts } from './open-engine.ts'
import type { LiveKeys } from './wallets/live-keys.ts'

export interface LazyEngine {
  /** Stand-ins that the HTTP side uses: each call waits until the engine is open. */
  readonly parts: Pick<CoreContext, 'chains' | 'minting' | 'wallets' | 'metadata' | 'holdings'> & {
    fetcher: Fetcher
    providers: Providers
  }
  /** The present status of the networks of that kind. */
  networks(kind: ProjectKind): Network[]
  /** The live networks' RPC lists. */
  readonly rpcs: Pick<LiveNetworks, 'list' | 'set' | 'test'>
  /** Networks that a person adds. */
  readonly custom: CustomNetworks
  /** Rebuilds what was minted from seed and chains. */
  readonly recovery: { start(options: RecoveryOptions): Promise<void>; state(): RecoveryState }
  /** See `EngineParts.resetPractice`. */
  resetPractice(chain: PracticeChain): Promise<void>
  /** See `EngineParts.fundPractice`. */
  fundPractice: EngineParts['fundPractice']
  /** See `EngineParts.programsInstalled`. */
  programsInstalled(): Promise<void>
  /** Opens the engine parts; after a failure, such as a full disk, the next call tries again. */
  open(): Promise<void>
  /** Opens the engine parts and lets the engine take up what the database holds. */
  start(): Promise<void>
  wake(collectionPk: number): void
  /** The vault was locked or unlocked. */
  keysChanged(): void
  /** See `Minting.notice`; null before the engine is open. */
  notice: Engine['notice']
  close(): Promise<void>
}

/**
 * Opens the engine once, at its first use, and closes it if it was opened.
 * @param networks the facts of each network
 * @param keys whether the live projects' keys can be used
 * @param practiceLacks what practice networks lack on this machine
 * @param woken called whenever there may be new work
 */
export function lazyEngine(
  open: () => Promise<EngineParts>,
  networks: KnownNetworks,
  keys: Pick<LiveKeys, 'unavailable' | 'locked'>,
  practiceLacks: PracticeLacks,
  log: Logger,
  woken: () => void,
): LazyEngine {
  let opening: Promise<EngineParts> | undefined
  let opened: EngineParts | undefined
  let closed: Promise<void> | undefined
  const parts = (): Promise<EngineParts> => {
    opening ??= open().then(
      (it) => {
        opened = it
        return it
      },
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
  const start = async (): Promise<void> => {
    // The core may be closed already: nobody would close an engine that opens now.
    if (closed === undefined) await (await parts()).start()
  }
  const withEngine = (use: (engine: Engine) => void): void => {
    woken()
    if (opened) use(opened.engine)
    else
      parts().then(
        ({ engine }) => use(engine),
        (error: unknown) => log.error({ err: error }, 'the engine could not be opened'),
      )
  }
  const wake = (collectionPk: number): void => withEngine((engine) => engine.wake(collectionPk))
  const wakeChain = (projectId: string, chain: string): void =>
    withEngine((engine) => engine.wakeChain(projectId, chain))
  const wakeTransfer = (transferPk: number): void => withEngine((engine) => engine.wakeTransfer(transferPk))
  const notice: Engine['notice'] = (...of) => opened?.engine.notice(...of) ?? null
  const replaceExternalUse: Engine['replaceExternalUse'] = (...of) => opened?.engine.replaceExternalUse(...of) ?? false
  const close = (): Promise<void> => {
    closed ??= (async () => {
      // An engine that failed to open has nothing to close.
      await (await opening?.catch(() => undefined))?.close()
    })()
    return closed
  }

  return {
    parts: {
      chains: {
        networks,
        unavailable: (kind, chain) => chainUnavailable(kind, chain, networks, keys, practiceLacks),
        practiceLacks,
        locked: (kind) => (kind === 'live' ? keys.locked() : null),
        ...lazy(async () => (await parts()).chains, ['client', 'reader']),
        close,
      },
      minting: {
        ...lazy(async () => (await parts()).engine, ['resumeCollection', 'takeOver']),
        start,
        wake,
        wakeChain,
        wakeTransfer,
        notice,
        replaceExternalUse,
        close,
      },
      wallets: lazy(async () => (await parts()).wallets, ['address']),
      metadata: lazy(
        async () => (await parts()).metadata,
        ['resolve', 'forgetLinks', 'storeFolder', 'storeJson', 'readTags', 'storeContract', 'publish'],
      ),
      holdings: {
        ...lazy(
          async () => (await parts()).holdings,
          ['list', 'assets', 'countAssets', 'indexed', 'countIndexed', 'explorer', 'count', 'metadata', 'tokens'],
        ),
        scans: {
          ...lazy(async () => (await parts()).holdings.scans, ['start', 'pause', 'cancel', 'state', 'resume']),
          close,
        },
        close,
      },
      providers: lazy(
        async () => (await parts()).providers,
        ['state', 'set', 'drop', 'test', 'of', 'gateways', 'setGateways'],
      ),
      fetcher: { ...lazy(async () => (await parts()).fetcher, ['fetch']), close },
    },
    // No practice network is started before the engine is open.
    networks(kind) {
      if (opened) return opened.networks(kind)
      return kind === 'practice'
        ? idlePractice(practiceLacks, networks).map((status) => practiceView(status, networks))
        : networks.liveChains().map((chain) => liveView(networks.live(chain), []))
    },
    rpcs: lazy(async () => (await parts()).live, ['list', 'set', 'test']),
    custom: lazy(async () => (await parts()).custom, ['ask', 'add', 'remove']),
    ...lazy(parts, ['resetPractice', 'fundPractice', 'programsInstalled']),
    recovery: {
      ...lazy(async () => (await parts()).recovery, ['start']),
      state: () => opened?.recovery.state() ?? { state: 'idle', message: null, step: null, found: [], remarks: [] },
    },
    async open() {
      if (closed === undefined) await parts()
    },
    start,
    wake,
    keysChanged: () => opened?.keysChanged(),
    notice,
    close,
  }
}
