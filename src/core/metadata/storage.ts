import { z } from 'zod'
import type { StorageRequest, StorageState, StorageTest } from '../../shared/api-schemas/storage.ts'
import { countPins } from '../store/installation/pins.ts'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { ContentStore } from './content-store.ts'
import { notSet, type UsedService } from './pinner.ts'
import { PinningError, type PinningTest } from './pinning.ts'

const settingKey = 'storage'
const setting = z.object({
  kind: z.literal('kubo'),
  url: z.string(),
  auth: z.string().nullable(),
  identity: z.string().nullable(),
  version: z.string(),
})
type Setting = z.infer<typeof setting>

/** Ours, ms: a test that was passed so recently is not made again before a price or a run. */
const testKeptMs = 15_000

/** The pinning service of live projects: which one is set, whether it works. */
export interface Storage {
  /** Without its secret. */
  state(): Promise<StorageState>
  /** Tests a service, and sets it when it works. @throws PinningError */
  set(request: StorageRequest): Promise<StorageState>
  /** Tests the service that is set. @throws PinningError, `storage.missing` when none is */
  test(): Promise<StorageTest>
  /** Sets none. What a service keeps stays there. */
  off(): Promise<StorageState>
  /** The service that is set; null when none is. */
  used(): Promise<UsedService | null>
  /** Sees that a service is set: what is accepted waits until it works. @throws PinningError `storage.missing` */
  requireSet(): Promise<void>
  /** Sees that a service is set and works now: nobody pays for NFTs whose metadata nobody serves. @throws PinningError */
  requireWorking(): Promise<void>
  close(): Promise<void>
}

export interface StorageOptions {
  db: Store
  content: ContentStore
  clock: () => number
}

/** The storage of this installation, as its settings have it. */
export function openStorage({ db, content, clock }: StorageOptions): Storage {
  let opened: { of: string; used: UsedService } | undefined
  let worked: { service: UsedService; at: number } | undefined

  const read = (): Promise<Setting | undefined> => readSetting(db, settingKey, setting)

  async function used(): Promise<UsedService | null> {
    const set = await read()
    if (set === undefined) return null
    const of = JSON.stringify(set)
    if (opened?.of === of) return opened.used
    const before = opened
    const { kuboService } = await kubo()
    opened = { of, used: { service: kuboService(set, content), key: `kubo ${set.identity ?? set.url}` } }
    await before?.used.service.close()
    return opened.used
  }

  async function state(): Promise<StorageState> {
    const set = await read()
    if (set === undefined) return { service: null }
    const { kind, url, auth, version, identity } = set
    const pinned = await countPins(db, `kubo ${identity ?? url}`)
    return { service: { kind, url, auth: authKind(auth), version, pinned } }
  }

  /** A node that was set up anew at the same address keeps nothing of what the old one kept. */
  async function note(set: Setting, { version, identity }: PinningTest): Promise<void> {
    if (set.version !== version || set.identity !== identity)
      await writeSetting(db, settingKey, { ...set, version, identity } satisfies Setting)
  }

  async function test(): Promise<StorageTest> {
    const [set, now] = [await read(), await used()]
    if (set === undefined || now === null) throw notSet()
    const found = await now.service.test()
    await note(set, found)
    const after = await used()
    if (after) worked = { service: after, at: clock() }
    return { name: now.service.name, version: found.version, latencyMs: found.latencyMs }
  }

  async function requireSet(): Promise<void> {
    if ((await used()) === null) throw notSet()
  }

  return {
    state,
    test,
    used,
    requireSet,
    async set(request) {
      const { kuboService, kuboUrl } = await kubo()
      const url = kuboUrl(request.url)
      const before = await read()
      const kept = request.auth === undefined && before?.url === url ? before.auth : null
      const auth = request.auth === undefined ? kept : authOf(request.auth)
      const service = kuboService({ url, auth }, content)
      try {
        const { version, identity } = await service.test()
        await writeSetting(db, settingKey, { kind: 'kubo', url, auth, identity, version } satisfies Setting)
      } finally {
        await service.close()
      }
      return await state()
    },
    async off() {
      await writeSetting(db, settingKey, undefined)
      await opened?.used.service.close()
      opened = undefined
      return await state()
    },
    async requireWorking() {
      const now = await used()
      if (now === null) throw notSet()
      if (worked?.service === now && clock() - worked.at < testKeptMs) return
      await test()
    },
    close: async () => opened?.used.service.close(),
  }
}

/** Loaded at its first use: the core opens without it. */
const kubo = () => import('./kubo.ts')

/** `bearer:<token>`, `basic:<user>:<password>`, or a token alone, as Kubo itself takes it; '' for none. */
function authOf(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (/[^\x20-\x7e]/.test(trimmed))
    throw new PinningError(
      'storage.wrong',
      'The authorisation holds characters that HTTP does not take: copy it again, as bearer:<token> or basic:<user>:<password>.',
    )
  if (/^basic:/i.test(trimmed)) {
    if (/^basic:[^:]*:/i.test(trimmed)) return trimmed.replace(/^basic/i, 'basic')
    throw new PinningError('storage.wrong', 'Give user and password as basic:<user>:<password>.')
  }
  return /^bearer:/i.test(trimmed) ? trimmed.replace(/^bearer/i, 'bearer') : `bearer:${trimmed}`
}

function authKind(auth: string | null): 'none' | 'bearer' | 'basic' {
  if (auth === null) return 'none'
  return auth.startsWith('basic:') ? 'basic' : 'bearer'
}
