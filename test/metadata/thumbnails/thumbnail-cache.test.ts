import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openThumbnailCache } from '../../../src/core/metadata/thumbnails/thumbnail-cache.ts'

/** Ours: longer than any pause of a busy machine. */
const patient = { timeout: 60_000 }

let folder: string
let now: number
const open = (bound?: number) => openThumbnailCache(join(folder, 'thumbnails'), () => now, bound)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-cache-'))
  now = Date.parse('2026-01-01')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** As long as a WebP file says that it is. */
function picture(length: number): Buffer {
  const bytes = Buffer.alloc(length, 7)
  bytes.write('RIFF')
  bytes.writeUInt32LE(length - 8, 4)
  return bytes
}

async function files(): Promise<string[]> {
  const found = await readdir(join(folder, 'thumbnails'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

it('keeps pictures for this user alone, over a restart, within its bound; the longest unused goes first', async () => {
  const cache = await open(3 * 8_192)
  for (const name of ['aa1', 'bb2', 'cc3']) {
    await cache.set(name, picture(8_192))
    now += 60_000
  }
  const { mode } = await stat(join(folder, 'thumbnails/aa/aa1'))
  expect([(mode & 0o777).toString(8), ((await stat(join(folder, 'thumbnails/aa'))).mode & 0o777).toString(8)]).toEqual([
    '600',
    '700',
  ])
  now += 2 * 3_600_000
  expect((await cache.get('aa1'))?.bytes).toEqual(picture(8_192))

  const again = await open(3 * 8_192)
  expect((await again.get('aa1'))?.madeAt).toBe(Date.parse('2026-01-01'))
  await again.set('dd4', picture(8_192))
  expect(await again.get('bb2')).toBeUndefined()
  expect(await again.get('aa1')).toBeDefined()
  await vi.waitFor(async () => expect((await files()).sort()).toEqual(['aa1', 'cc3', 'dd4']), patient)
})

it('opens with a smaller bound by removing, and removes what a killed core left half-written', async () => {
  const cache = await open()
  for (const name of ['aa1', 'bb2', 'cc3']) {
    await cache.set(name, picture(5_000))
    now += 60_000
  }
  await writeFile(join(folder, 'thumbnails/x.part'), 'half')
  await open(10_000)
  await vi.waitFor(async () => expect((await files()).sort()).toEqual(['bb2', 'cc3']), patient)
})

it('does not believe a file that a loss of power left short', async () => {
  const cache = await open()
  await cache.set('aa1', picture(5_000))
  await truncate(join(folder, 'thumbnails/aa/aa1'), 4_000)
  expect(await cache.get('aa1')).toBeUndefined()
  expect(await cache.get('aa1')).toBeUndefined()
})
