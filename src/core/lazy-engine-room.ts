import type { Logger } from 'pino'
import type { Network, RecoveryState, RecoveryWish } from '../shared/app-api.ts'
import type { PracticeChain } from '../shared/chains.ts'
import { liveView, practiceView } from './api/app/network-views.ts'
import type { CoreContext } from './api/http/context.ts'
import { idlePractice } from './chains/families.ts'
import type { LiveNetworks } from './chains/live.ts'
import { liveChains } from './chains/networks.ts'
import { chainUnavailable, type PracticeLacks } from './chains/unavailable.ts'
import type { EngineRoom } from './engine-room.ts'
import type { Providers } from './holdings/provider-settings.ts'
import { lazy } from './lib/lazy.ts'
import type { ProjectKind } from './lib/project-kind.ts'
import type { Fetcher } from './metadata/fetch-file.ts'
import type { Engine } from './minting/engine.ts'
import type { LiveKeys } from './wallets/live-keys.ts'

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
        ...lazy(async () => (await room()).chains, ['client', 'reader']),
        close,
      },
      minting: {
        ...lazy(async () => (await room()).engine, ['resumeCollection', 'takeOver']),
        start,
        wake,
        wakeTransfer,
        notice,
        replaceOutside,
        close,
      },
      wallets: lazy(async () => (await room()).wallets, ['address']),
      metadata: lazy(
        async () => (await room()).metadata,
        ['resolve', 'forgetLinks', 'storeFolder', 'storeJson', 'readTags', 'storeContract', 'publish'],
      ),
      holdings: {
        ...lazy(async () => (await room()).holdings, ['list', 'assets', 'countAssets', 'count', 'metadata']),
        scans: {
          ...lazy(async () => (await room()).holdings.scans, ['start', 'pause', 'cancel', 'state', 'resume']),
          close,
        },
        close,
      },
      providers: lazy(
        async () => (await room()).providers,
        ['state', 'set', 'drop', 'test', 'of', 'gateways', 'setGateways'],
      ),
      fetcher: { ...lazy(async () => (await room()).fetcher, ['fetch']), close },
    },
    // None has been started before the engine room is open.
    networks(kind) {
      if (opened) return opened.networks(kind)
      return kind === 'practice'
        ? idlePractice(practiceLacks).map(practiceView)
        : liveChains.map((chain) => liveView(chain, []))
    },
    rpcs: lazy(async () => (await room()).live, ['list', 'set', 'test']),
    ...lazy(room, ['resetPractice', 'fundPractice', 'programsInstalled']),
    recovery: {
      ...lazy(async () => (await room()).recovery, ['start']),
      state: () => opened?.recovery.state() ?? { state: 'idle', message: null, step: null, found: [], remarks: [] },
    },
    start,
    wake,
    keysChanged: () => opened?.keysChanged(),
    notice,
    close,
  }
}
