/** What gateways answer for a CID, and which of it becomes a small picture. */
import { expect, it } from 'vitest'
import { fileCid } from '../../../src/core/lib/cid.ts'
import type { Fetcher } from '../../../src/core/metadata/fetch-file.ts'
import { createThumbnails } from '../../../src/core/metadata/thumbnails/thumbnails.ts'
import { blue, plain, red } from './pictures.ts'

it('a gateway that answers with a web page or a text, or with another picture than the CID names, is passed over', async () => {
  const [right, wrong] = [await plain(red).png().toBuffer(), await plain(blue).png().toBuffer()]
  const { cid } = await fileCid(right)
  const answers = new Map<string, Uint8Array>([
    ['https://page.example/', Buffer.from('<!doctype html><title>Too many requests</title>')],
    ['https://busy.example/', Buffer.from('{"error":"Too many requests"}')],
    ['https://false.example/', wrong],
    ['https://true.example/', right],
  ])
  const drawn: Uint8Array[] = []
  const thumbnails = createThumbnails({
    cache: { get: async () => undefined, set: async () => undefined },
    drawers: {
      draw: async (bytes) => {
        drawn.push(bytes)
        return Uint8Array.of(1)
      },
      close: async () => undefined,
    },
    content: { find: async () => undefined },
    fetcher: {
      fetch: async (url, use) => await use(pieces(answers.get(url))),
      close: async () => undefined,
    } satisfies Fetcher,
    ipfsAddresses: async () => [...answers.keys()],
    clock: () => 1,
    patienceMs: 60_000,
  })
  await thumbnails.get({ kind: 'ipfs', path: cid }, 64)
  expect(drawn.map((bytes) => Buffer.from(bytes).equals(right))).toEqual([true])
})

async function* pieces(bytes: Uint8Array = new Uint8Array()): AsyncGenerator<Uint8Array> {
  yield bytes
}
