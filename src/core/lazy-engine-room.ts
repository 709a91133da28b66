import type { Logger } from 'pino'
import type { Network, RecoveryState, RecoveryWish } from '../shared/app-api.ts'
import type { PracticeChain } from '../shared/chains.ts'
import type { LiveNetworks } from './chains/live.ts'
import { evmNetworks, liveChains } from './chains/networks.ts'
import { chainUnavailable, type PracticeLacks } from './chains/unavailable.ts'
import type { CoreContext, ProjectKind } from './context.ts'
import type { EngineRoom } from './engine-room.ts'
import type { Providers } from './holdings/provider-settings.ts'
import type { Fetcher } from './metadata/fetch-file.ts'
import type { Engine } from './minting/engine.ts'
import { liveView, practiceSolanaView, practiceView } from './network-views.ts'
import type { LiveKeys } from './wallets/vault.ts'

export interface LazyEngineRoom {
  /** What the HTTP side works with: each waits until the engine room is open. */
  readonly parts: Pick<CoreContext, 'chains' | 'minting' | 'wallets' | 'metadata' | 'holdings'> & {
    fetcher: Fetcher
    providers: Providers
  }
  /** The networks of that kind as they are now. */
  networks(kind: ProjectKind): Network[]
  /** The live networks' RPC lists. */
  readonly rpcs: Pick<LiveNetworks, 'list' | 'set' | 'test'>
  /** Rebuilds what was minted from seed and chains. */
  readonly recovery: { start(wish: RecoveryWish): Promise<void>; state(): RecoveryState }
  /** See `EngineRoom.resetPractice`. */
  resetPractice(chain: PracticeChain): Promise<void>
  /** See `EngineRoom.fundPractice`. */
  fundPractice: EngineRoom['fundPractice']
  /** See `EngineRoom.programsInstalled`. */
  programsInstalled(): Promise<void>
  /** Opens the engine room and lets the engine take up what the database holds. */
  start(): Promise<void>
  wake(collectionPk: number): void
  /** The vault was locked or unlocked. */
  keysChanged(): void
  /** See `Minting.notice`; nothing waits before the engine room is open. */
  notice: Engine['notice']
  close(): Promise<void>
}

/**
 * Opens the engine room at its first use, once, and closes it if it was opened.
 * @param keys whether live projects can do anything
 * @param practiceLacks what practice networks lack on this machine
 */
export function lazyEngineRoom(
  open: () => Promise<EngineRoom>,
  keys: Pick<LiveKeys, 'unavailable' | 'locked'>,
  practiceLacks: PracticeLacks,
  log: Logger,
): LazyEngineRoom {
  let opening: Promise<EngineRoom> | undefined
  let opened: EngineRoom | undefined
  let closed: Promise<void> | undefined
  const room = (): Promise<EngineRoom> => {
    opening ??= open().then((it) => {
      opened = it
      return it
    })
    return opening
  }
  const start = async (): Promise<void> => {
    // A core that was closed before it came to this: what would be opened now nobody would close.
    if (closed === undefined) await (await room()).start()
  }
  const withEngine = (use: (engine: Engine) => void): void => {
    if (opened) use(opened.engine)
    else
      room().then(
        ({ engine }) => use(engine),
        (error: unknown) => log.error({ err: error }, 'the engine could not be opened'),
      )
  }
  const wake = (collectionPk: number): void => withEngine((engine) => engine.wake(collectionPk))
  const wakeTransfer = (transferPk: number): void => withEngine((engine) => engine.wakeTransfer(transferPk))
  const notice: Engine['notice'] = (...of) => opened?.engine.notice(...of) ?? null
  const resumeCollection: Engine['resumeCollection'] = async (pk) => (await room()).engine.resumeCollection(pk)
  const takeOver: Engine['takeOver'] = async (pk) => (await room()).engine.takeOver(pk)
  const replaceOutside: Engine['replaceOutside'] = (...of) => opened?.engine.replaceOutside(...of) ?? false
  const close = (): Promise<void> => {
    closed ??= (async () => {
      if (opening !== undefined) await (await opening).close()
    })()
    return closed
  }

  return {
    parts: {
      chains: {
        unavailable: (kind, chain) => chainUnavailable(kind, chain, keys, practiceLacks),
        practiceLacks,
        locked: (kind) => (kind === 'live' ? keys.locked() : null),
        client: async (kind, chain) => (await room()).chains.client(kind, chain),
        reader: async (kind, chain) => (await room()).chains.reader(kind, chain),
        ownerNow: (...of) => opened?.chains.ownerNow?.(...of),
        close,
      },
      minting: { start, wake, wakeTransfer, notice, replaceOutside, resumeCollection, takeOver, close },
      wallets: { address: async (...of) => (await room()).wallets.address(...of) },
      metadata: {
        resolve: async (...of) => (await room()).metadata.resolve(...of),
        forgetLinks: async (...of) => (await room()).metadata.forgetLinks(...of),
        storeFolder: async (...of) => (await room()).metadata.storeFolder(...of),
        storeJson: async (...of) => (await room()).metadata.storeJson(...of),
        readTags: async (...of) => (await room()).metadata.readTags(...of),
        storeContract: async (...of) => (await room()).metadata.storeContract(...of),
        publish: async (...of) => (await room()).metadata.publish(...of),
      },
      holdings: {
        list: async (...of) => (await room()).holdings.list(...of),
        assets: async (...of) => (await room()).holdings.assets(...of),
        countAssets: async (...of) => (await room()).holdings.countAssets(...of),
        count: async (...of) => (await room()).holdings.count(...of),
        metadata: async (...of) => (await room()).holdings.metadata(...of),
        scans: {
          start: async (wallet) => (await room()).holdings.scans.start(wallet),
          pause: async (wallet) => (await room()).holdings.scans.pause(wallet),
          cancel: async (wallet) => (await room()).holdings.scans.cancel(wallet),
          state: async (wallet) => (await room()).holdings.scans.state(wallet),
          resume: async () => (await room()).holdings.scans.resume(),
          close,
        },
        close,
      },
      providers: {
        state: async () => (await room()).providers.state(),
        set: async (...of) => (await room()).providers.set(...of),
        drop: async (scope) => (await room()).providers.drop(scope),
        test: async (scope) => (await room()).providers.test(scope),
        of: async (chain) => (await room()).providers.of(chain),
        gateways: async () => (await room()).providers.gateways(),
        setGateways: async (gateways) => (await room()).providers.setGateways(gateways),
      },
      fetcher: { fetch: async (url, use) => (await room()).fetcher.fetch(url, use), close },
    },
    // None has been started before the engine room is open.
    networks(kind) {
      if (opened) return opened.networks(kind)
      return kind === 'practice'
        ? [
            ...evmNetworks().map(idleNetwork),
            practiceSolanaView({ state: 'idle', rpcUrl: null }, practiceLacks('solana')),
          ]
        : liveChains.map((chain) => liveView(chain, []))
    },
    rpcs: {
      list: async (chain) => (await room()).live.list(chain),
      set: async (chain, rpcs) => (await room()).live.set(chain, rpcs),
      test: async (chain, rpcs) => (await room()).live.test(chain, rpcs),
    },
    resetPractice: async (chain) => (await room()).resetPractice(chain),
    fundPractice: async (...of) => (await room()).fundPractice(...of),
    programsInstalled: async () => (await room()).programsInstalled(),
    recovery: {
      start: async (wish) => (await room()).recovery.start(wish),
      state: () => opened?.recovery.state() ?? { state: 'idle', message: null, step: null, found: [], remarks: [] },
    },
    start,
    wake,
    keysChanged: () => opened?.keysChanged(),
    notice,
    close,
  }
}

function idleNetwork({ name, label, chainId }: ReturnType<typeof evmNetworks>[number]): Network {
  return practiceView({ chain: name, label, chainId, state: 'idle', rpcUrl: null })
}
