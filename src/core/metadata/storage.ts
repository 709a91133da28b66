import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { StorageRequest, StorageState, StorageTest } from '../../shared/api-schemas/storage.ts'
import { CoreError } from '../lib/errors.ts'
import { arweavePrefix, ipfsPrefix } from '../lib/uri-prefix.ts'
import { forgetUnaskedContracts } from '../store/collections/collections.ts'
import { addPins, countPins } from '../store/installation/pins.ts'
import { readSetting, writeSetting } from '../store/installation/settings.ts'
import type { Store } from '../store/sqlite/open.ts'
import type { DataItemSigner } from './arweave/data-item.ts'
import { type ArweaveItems, arweaveItems } from './arweave/items.ts'
import type { ContentStore } from './content-store.ts'
import { notSet, requireSamePrefix, type UsedService } from './pinner.ts'
import { PinningError, type PinningService, type PinningTest } from './pinning.ts'
import {
  pinsKeyOf,
  type StorageSetting,
  settingOf,
  shownSetting,
  storageSetting,
  uriPrefixOf,
} from './storage-setting.ts'

const settingKey = 'storage'
const probeKey = 'storage.probe'
const probe = z.object({ key: z.string(), cid: z.string() })

/** Ours, ms: a test that passed so recently is not repeated before a price or a run, and a node is not asked again for its identity. */
const testKeptMs = 15_000

/** The storage of live projects: which one is set, and whether it works. */
export interface Storage {
  /** Without its secret. */
  state(): Promise<StorageState>
  /** Tests a service, and sets it when it works. @throws PinningError */
  set(request: StorageRequest): Promise<StorageState>
  /** Tests the service that is set. @throws PinningError, `storage.missing` when none is */
  test(): Promise<StorageTest>
  /** The address of a small file, unique to this installation, that the service keeps. @throws PinningError */
  probe(): Promise<string>
  /** Unsets the storage. Content that a service keeps stays there. */
  off(): Promise<StorageState>
  /** The service that is set; null when none is. */
  used(): Promise<UsedService | null>
  /**
   * The service that is set, after it confirmed its identity: a new node at the same address, or another computer's, keeps nothing of what
   * is recorded of the old one.
   * @throws PinningError where it does not report its identity now
   */
  seen(): Promise<UsedService | null>
  /** The public address of its content, with a slash at its end; null where the content is on IPFS, or none is set. */
  publicUrl(): Promise<string | null>
  /**
   * Requires that a storage is set; accepted mints wait until it works.
   * @param uriPrefix prefix of the collection, where it has one already: the service must serve content there
   * @throws PinningError `storage.missing`, `storage.wrong`
   */
  requireSet(uriPrefix?: string): Promise<void>
  /** Requires that a storage is set and works now: nobody must pay for NFTs without served metadata. `uriPrefix`: as above. @throws PinningError */
  requireWorking(uriPrefix?: string): Promise<void>
  /** Content of live projects on Arweave. */
  readonly items: ArweaveItems
  close(): Promise<void>
}

export interface StorageOptions {
  db: Store
  content: ContentStore
  clock: () => number
  /** Signs data items for Arweave. @throws CoreError `live.seed`, `vault.locked` */
  account(): DataItemSigner
}

/** Opens the storage of this installation from its settings. */
export function openStorage({ db, content, clock, account: ofSeed }: StorageOptions): Storage {
  let opened: { of: string; used: UsedService } | undefined
  let worked: { service: UsedService; at: number } | undefined
  let known: { service: UsedService; at: number } | undefined
  const account = (): DataItemSigner => reachable(ofSeed)
  const items = arweaveItems({ db, content, account })

  const read = (): Promise<StorageSetting | undefined> => readSetting(db, settingKey, storageSetting)

  async function used(): Promise<UsedService | null> {
    const set = await read()
    if (set === undefined) return null
    const of = JSON.stringify(set)
    if (opened?.of === of) return opened.used
    const before = opened
    const service = await serviceOf(set, content, items)
    opened = { of, used: { service, key: pinsKeyOf(set), uriPrefix: uriPrefixOf(set) } }
    await before?.used.service.close()
    return opened.used
  }

  async function state(): Promise<StorageState> {
    const set = await read()
    if (set === undefined) return { service: null }
    return { service: { ...shownSetting(set), pinned: await countPins(db, pinsKeyOf(set)) } }
  }

  /** Does not overwrite a setting that changed while the service was asked. */
  async function note(set: StorageSetting, { version, identity }: Omit<PinningTest, 'latencyMs'>): Promise<void> {
    if (set.version === version && set.identity === identity) return
    await db.transaction().execute(async (trx) => {
      const now = await readSetting(trx, settingKey, storageSetting)
      if (JSON.stringify(now) === JSON.stringify(set))
        await writeSetting(trx, settingKey, { ...set, version, identity } satisfies StorageSetting)
    })
  }

  async function seen(): Promise<UsedService | null> {
    const [set, now] = [await read(), await used()]
    if (set === undefined || now === null || set.identity === null) return now
    if (known?.service === now && clock() - known.at < testKeptMs) return now
    const identity = await now.service.identity()
    if (identity !== null) await note(set, { version: set.version, identity })
    const after = await used()
    known = after === null ? undefined : { service: after, at: clock() }
    return after
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

  async function requireSet(uriPrefix?: string): Promise<UsedService> {
    const now = await used()
    if (now === null) throw notSet()
    if (uriPrefix !== undefined) requireSamePrefix(now, uriPrefix)
    return now
  }

  async function addressOf(uriPrefix: string, cid: string): Promise<string> {
    return `${uriPrefix}${uriPrefix === arweavePrefix ? await items.idOf(cid) : cid}`
  }

  return {
    state,
    items,
    test,
    used,
    seen,
    async publicUrl() {
      const set = await read()
      return set && 'publicUrl' in set ? set.publicUrl : null
    },
    async requireSet(uriPrefix) {
      await requireSet(uriPrefix)
    },
    async set(request) {
      const before = await read()
      const set = await settingOf(request, before, () => account().address)
      const service = await serviceOf(set, content, items)
      try {
        const { version, identity } = await service.test()
        await writeSetting(db, settingKey, { ...set, identity, version } satisfies StorageSetting)
        if (uriPrefixOf(set) !== (before ? uriPrefixOf(before) : ipfsPrefix)) await forgetUnaskedContracts(db)
      } finally {
        await service.close()
      }
      return await state()
    },
    async probe() {
      const now = await requireSet()
      const kept = await readSetting(db, probeKey, probe)
      if (kept?.key === now.key) return addressOf(now.uriPrefix, kept.cid)
      const bytes = Buffer.from(`Mintdesk looks whether this is seen from outside.\n${randomUUID()}\n`)
      const { cid } = await content.putBytes(bytes)
      await now.service.pin([cid])
      await addPins(db, now.key, [cid], clock())
      await writeSetting(db, probeKey, { key: now.key, cid } satisfies z.infer<typeof probe>)
      return addressOf(now.uriPrefix, cid)
    },
    async off() {
      const before = await read()
      await writeSetting(db, settingKey, undefined)
      if (before && uriPrefixOf(before) !== ipfsPrefix) await forgetUnaskedContracts(db)
      await opened?.used.service.close()
      opened = undefined
      return await state()
    },
    async requireWorking(uriPrefix) {
      const now = await requireSet(uriPrefix)
      if (worked?.service === now && clock() - worked.at < testKeptMs) return
      await test()
    },
    close: async () => opened?.used.service.close(),
  }
}

/** Each kind of service is loaded at its first use, so that the core opens without it. */
async function serviceOf(set: StorageSetting, content: ContentStore, items: ArweaveItems): Promise<PinningService> {
  switch (set.kind) {
    case 'kubo':
      return (await import('./services/kubo.ts')).kuboService(set, content)
    case 'filebase':
      return (await import('./services/filebase.ts')).filebaseService(set, content)
    case 'pinata': {
      const { token, url } = set
      return (await import('./services/pinata.ts')).pinataService({ token, ...(url === null ? {} : { url }) }, content)
    }
    case 's3':
      return (await import('./services/s3.ts')).s3Service({ ...set, endpoint: set.url }, content)
    case 'arweave': {
      const { url, account } = set
      const options = { account, sign: items.sign, ...(url === null ? {} : { url }) }
      return (await import('./services/arweave.ts')).arweaveService(options, content)
    }
    case 'folder':
      return (await import('./services/folder-upload.ts')).folderService(set, content)
  }
}

/** While the vault is locked, uploads to Arweave wait as for any storage that needs the person. */
function reachable(account: () => DataItemSigner): DataItemSigner {
  try {
    return account()
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    throw new PinningError('storage.refused', `A key of the seed signs what goes to Arweave. ${error.message}`)
  }
}
