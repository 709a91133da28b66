import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ContentStore, openContentStore } from '../../../src/core/metadata/content-store.ts'
import { PinningError, type PinningService } from '../../../src/core/metadata/pinning.ts'
import type { Fault } from './faulty-proxy.ts'
import { services, type TestedService } from './services.ts'

let directory: string
let store: ContentStore

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-services-'))
  store = await openContentStore(directory)
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** What a batch brings: its folder, and two files that it links to. */
async function batch(noFolders = false): Promise<string[]> {
  const files = [await store.putStream([randomBytes(1_500_000)]), await store.putBytes(randomBytes(500))]
  if (noFolders) return files.map(({ cid }) => cid)
  const folder = await store.putFolder([
    { name: '0.json', bytes: Buffer.from('{"name":"A"}') },
    { name: '1.json', bytes: Buffer.from('{"name":"B"}') },
    { name: 'mints.json', bytes: Buffer.from('{}') },
  ])
  return [...files, folder].map(({ cid }) => cid)
}

describe.each(Object.entries(services))('%s', (_name, open) => {
  let service: TestedService
  let drivers: PinningService[]

  beforeEach(async () => {
    service = await open(store)
    drivers = []
  })
  afterEach(async () => {
    await Promise.all(drivers.map((driver) => driver.close()))
    await service.close()
  })

  /** `patienceMs`: so that a service that never answers costs the test little. */
  function driver(secret?: string, patienceMs?: number): PinningService {
    const made = service.open(secret, patienceMs)
    drivers.push(made)
    return made
  }

  async function errorOf(work: Promise<unknown>): Promise<PinningError> {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (error instanceof PinningError) return error
    throw new Error(`no fault of the storage came up: ${String(error)}`)
  }

  it('keeps all contents of an upload under their own CIDs, and is tested with a few bytes', async () => {
    const cids = await batch(service.noFolders)
    await driver().pin(cids)
    for (const cid of cids) expect(service.keeps(cid)).toBe(true)
    expect((await driver().test()).latencyMs).toBeGreaterThanOrEqual(0)
  })

  it('sends nothing twice when the answer was lost, or Mintdesk was started anew in the middle', async () => {
    const { cid } = await store.putBytes(randomBytes(500))
    service.proxy.fault = 'lost'
    await errorOf(driver().pin([cid]))
    service.proxy.fault = null
    await driver().pin([cid])
    expect(service.taken()).toBe(1)
  })

  const faults: [Fault, string, RegExp][] = [
    ['slow', 'storage.unreachable', /does not answer \(it took too long\)/],
    ['cut', 'storage.unreachable', /does not answer \(it broke the connection off\)/],
    [401, 'storage.refused', /\(401.*(give|copy)/],
    [403, 'storage.refused', /\(403.*(give|copy)/],
    [429, 'storage.unreachable', /\(429\): (wait a moment|look whether it is running)\.$/],
    ['429 later', 'storage.unreachable', /\(429\): (wait 45 s|look whether it is running)\.$/],
  ]
  it.each(faults)(
    'with the fault %s says so with the cure, and takes the content when it is over',
    async (fault, code, sentence) => {
      const cids = await batch(service.noFolders)
      service.proxy.fault = fault
      const error = await errorOf(driver(undefined, fault === 'slow' ? 300 : undefined).pin(cids))
      expect(error.message).toMatch(sentence)
      expect(error.code).toBe(code)
      expect(error.retryAfterMs).toBe(fault === '429 later' ? 45_000 : 0)
      service.proxy.fault = null
      await driver().pin(cids)
      for (const cid of cids) expect(service.keeps(cid)).toBe(true)
    },
  )

  it('that is down, or has another key, is told as such without the key', async () => {
    await service.proxy.close()
    expect((await errorOf(driver().test())).message).toMatch(/does not answer \(nothing listens there\)/)
    await service.proxy.reopen()
    const error = await errorOf(driver('wr0ng-key').test())
    expect(error.code).toBe('storage.refused')
    expect(error.message).not.toContain('wr0ng-key')
  })
})
