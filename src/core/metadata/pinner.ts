import { setTimeout as wait } from 'node:timers/promises'
import { arweavePrefix, ipfsPrefix } from '../lib/uri-prefix.ts'
import { addPins, pinnedOf } from '../store/installation/pins.ts'
import type { Store } from '../store/sqlite/open.ts'
import { createPauses } from './pauses.ts'
import { PinningError, type PinningService } from './pinning.ts'

/** A pinning service, and the name under which the journal records what it keeps. */
export interface UsedService {
  service: PinningService
  /** Distinguishes services, also at the same address. */
  key: string
  /** The prefix of a CID in the addresses that NFTs name: `ipfs://`, or `https://…/`. */
  uriPrefix: string
}

export interface Pinner {
  /**
   * Returns whether the service keeps `root` and all content that belongs to it. It uploads what is missing in the background and waits for
   * a moment, so ask again until it returns true.
   * @param contents the stored content that belongs to the root, the root itself last; called only when the root is not known to be kept
   * @param uriPrefix the prefix of CIDs in the addresses of the collection: the service must serve content there
   * @param isNeeded false: nothing depends on it, so a recorded pin counts before the service has confirmed its identity
   * @throws PinningError with the reason of the last failure, until it is time for another try
   */
  ensure(
    root: string,
    uriPrefix: string,
    contents: () => Promise<readonly PinnedContent[]>,
    isNeeded?: boolean,
  ): Promise<boolean>
  /**
   * The prefix of CIDs in new addresses: that of the storage that is set, or `ipfs://`.
   * @param anyAddress whether the chain's tokens can name metadata at any address, such as Arweave's
   */
  uriPrefix(anyAddress: boolean): Promise<string>
}

/** A file or folder to be pinned, and its size in bytes. */
export interface PinnedContent {
  cid: string
  size: number
}

export interface PinnerOptions {
  db: Store
  /** The service that is set now; null when none is. */
  service: () => Promise<UsedService | null>
  /** The same service, after it confirmed that it is the one whose pins the journal records. @throws PinningError where it cannot confirm now */
  seen: () => Promise<UsedService | null>
  clock: () => number
  /** How long a caller waits for an upload, ms. */
  patienceMs: number
}

/** Ours: small files are uploaded together, so that thousands of them do not take as many requests. */
const contentsPerUpload = 200
const bytesPerUpload = 32 * 1024 * 1024

/** Has content pinned before a transaction names it, and records on disk what is pinned where, so that it is uploaded once. */
export function createPinner({ db, service, seen, clock, patienceMs }: PinnerOptions): Pinner {
  const underWay = new Map<string, { service: PinningService; running: Promise<void> }>()
  const pauses = createPauses(clock)

  async function upload(
    { service: to, key }: UsedService,
    root: string,
    contents: readonly PinnedContent[],
  ): Promise<void> {
    const kept = await pinnedOf(
      db,
      key,
      contents.map(({ cid }) => cid),
    )
    const lacking = contents.filter(({ cid }) => !kept.has(cid) && cid !== root)
    const last = contents.filter(({ cid }) => cid === root)
    // The root comes last: where it is recorded, everything that belongs to it is pinned.
    for (const part of to.byHand ? [[...lacking, ...last]] : [...parts(lacking), last]) {
      const cids = part.map(({ cid }) => cid)
      if (cids.length === 0) continue
      await to.pin(cids)
      await addPins(db, key, cids, clock())
    }
  }

  function begin(
    set: UsedService,
    root: string,
    uriPrefix: string,
    contents: () => Promise<readonly PinnedContent[]>,
  ): Promise<void> {
    const entry = { service: set.service, running: Promise.resolve() }
    const keep = async (): Promise<void> => {
      const used = await seen()
      if (used === null) throw notSet()
      requireSamePrefix(used, uriPrefix)
      entry.service = used.service
      if (await isKept(db, used, root)) return
      await upload(used, root, await contents())
      pauses.took(root)
    }
    entry.running = keep()
      .catch((error: unknown) => {
        if (error instanceof PinningError) pauses.failed(error, entry.service, root)
        throw error
      })
      .finally(() => {
        if (underWay.get(root) === entry) underWay.delete(root)
      })
    underWay.set(root, entry)
    // The caller may have stopped waiting; the next call of `ensure` throws the error.
    entry.running.catch(() => undefined)
    return entry.running
  }

  return {
    async uriPrefix(anyAddress) {
      const served = (await service())?.uriPrefix ?? ipfsPrefix
      return served === arweavePrefix && !anyAddress ? ipfsPrefix : served
    },
    async ensure(root, uriPrefix, contents, isNeeded = true) {
      const set = await service()
      if (set === null) throw notSet()
      requireSamePrefix(set, uriPrefix)
      pauses.requireTime(set.service, root)
      const before = underWay.get(root)
      // An upload that is still running to another service does not count for this one.
      const running = before?.service === set.service ? before.running : begin(set, root, uriPrefix, contents)
      if (!isNeeded && (await isKept(db, set, root))) return true
      const patience = new AbortController()
      const late = wait(patienceMs, false, { signal: patience.signal, ref: false }).catch(() => false)
      try {
        return await Promise.race([running.then(() => true), late])
      } finally {
        patience.abort()
      }
    },
  }
}

/**
 * Requires that a service serves content at the addresses that a collection's NFTs name.
 * @throws PinningError `storage.wrong`
 */
export function requireSamePrefix({ uriPrefix: served }: UsedService, uriPrefix: string): void {
  if (served === uriPrefix) return
  throw new PinningError(
    'storage.wrong',
    uriPrefix === ipfsPrefix
      ? `The NFTs of this collection name their metadata by ipfs://, and the storage that is set serves it at ${served} alone: make a new collection for this storage, or set one that serves IPFS.`
      : `The NFTs of this collection name their metadata at ${uriPrefix}, and the storage that is set serves it at ${served}: set the storage of that address again, or make a new collection.`,
  )
}

/** The error where a storage is needed and none is set. */
export function notSet(): PinningError {
  return new PinningError(
    'storage.missing',
    'Nobody would serve the metadata of live NFTs, because no storage is set: set one in Settings, or with "mintdesk storage set". Rows that name hosted metadata need none.',
  )
}

async function isKept(db: Store, { key }: UsedService, root: string): Promise<boolean> {
  return (await pinnedOf(db, key, [root])).has(root)
}

/** Groups contents into uploads. */
function parts(contents: readonly PinnedContent[]): PinnedContent[][] {
  const made: PinnedContent[][] = []
  let bytes = 0
  for (const content of contents) {
    const part = made.at(-1)
    if (part && part.length < contentsPerUpload && bytes + content.size <= bytesPerUpload) {
      part.push(content)
      bytes += content.size
    } else {
      made.push([content])
      bytes = content.size
    }
  }
  return made
}
