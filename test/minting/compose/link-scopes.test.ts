import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openContentStore } from '../../../src/core/metadata/content-store.ts'
import { mintMetadata } from '../../../src/core/minting/compose/mint-metadata.ts'
import type { MintMetadata } from '../../../src/core/minting/deps.ts'
import { temporaryFolder } from '../simulated/world.ts'

let dir: string
let metadata: MintMetadata
let asked: string[]

beforeEach(async () => {
  dir = await temporaryFolder()
  asked = []
  metadata = mintMetadata({
    store: await openContentStore(join(dir, 'content')),
    items: { idOf: async () => '', cidOf: async () => undefined, sign: () => Promise.reject(new Error('not here')) },
    pinner: { ensure: async () => true, uriPrefix: async () => 'ipfs://' },
    fetcher: {
      async fetch(url, use) {
        asked.push(url)
        return await use(pieces(`picture ${asked.length}`))
      },
      close: async () => undefined,
    },
    mintsKey: () => new Uint8Array(32),
    mediaFolder: () => undefined,
  })
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const json = JSON.stringify({ image: 'https://pictures.example/a.gif' })

it('however many NFTs are updated meanwhile, a link of a run is fetched once, and all its NFTs have the same picture', async () => {
  const run = { id: 'run', importId: 'import' }
  const first = await metadata.resolve(run, json, true)
  for (let update = 0; update < 100; update++) await metadata.resolve({ id: null, importId: null }, json, true)
  expect(asked).toHaveLength(101)
  expect(await metadata.resolve(run, json, true)).toBe(first)
  expect(asked).toHaveLength(101)
})

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
