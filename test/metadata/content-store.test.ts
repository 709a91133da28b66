import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileCid } from '../../src/core/lib/cid.ts'
import { type ContentStore, openContentStore } from '../../src/core/metadata/content-store.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)

let directory: string
let store: ContentStore

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-store-'))
  store = await openContentStore(directory)
})
afterEach(() => rm(directory, { recursive: true, force: true }))

describe('the content store', () => {
  it('gives a file back under its CID, and after it is opened again', async () => {
    const { cid } = await store.putBytes(utf8('hello world'))
    expect(cid).toBe('bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
    expect(text(await store.read(cid))).toBe('hello world')
    expect(text(await (await openContentStore(directory)).read(cid))).toBe('hello world')
    expect(await store.read('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')).toBeUndefined()
    expect(await store.read('../../etc/passwd')).toBeUndefined()
  })

  it('keeps the same content once, however often and at once it is put', async () => {
    const puts = Array.from({ length: 8 }, () => store.putBytes(utf8('same')))
    const cids = new Set((await Promise.all(puts)).map(({ cid }) => cid))
    expect(cids.size).toBe(1)
    const found = await store.find([...cids][0] ?? '')
    expect(found?.kind === 'file' && found.size).toBe(4)
  })

  it('stores streams of several MiB under the CID of their bytes', async () => {
    const piece = Uint8Array.from({ length: 100_000 }, (_, at) => at % 253)
    const { cid, size } = await store.putStream(Array.from({ length: 30 }, () => piece))
    expect(size).toBe(3_000_000)
    expect(cid).toBe((await fileCid((await store.read(cid)) ?? new Uint8Array(0))).cid)
  })

  it('keeps nothing of a stream that breaks', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield utf8('half')
      throw new Error('the line went dead')
    }
    await expect(store.putStream(broken())).rejects.toThrow('the line went dead')
    expect(await readdir(join(directory, 'unfinished'))).toEqual([])
  })

  it('gives a folder’s files back by name, equal ones too', async () => {
    const files = [
      { name: '0.json', bytes: utf8('{"a":1}') },
      { name: '1.json', bytes: utf8('{"a":1}') },
      { name: '2.json', bytes: utf8('{"b":2}') },
      { name: 'empty', bytes: utf8('') },
    ]
    const { cid } = await store.putFolder(files)
    await store.putFolder(files)
    for (const opened of [store, await openContentStore(directory)]) {
      for (const { name, bytes } of files) expect(text(await opened.read(`${cid}/${name}`))).toBe(text(bytes))
      const found = await opened.find(cid)
      expect(found?.kind === 'folder' && found.entries.map(({ name, size }) => [name, size])).toEqual([
        ['0.json', 7],
        ['1.json', 7],
        ['2.json', 7],
        ['empty', 0],
      ])
      expect(await opened.find(`${cid}/3.json`)).toBeUndefined()
      expect(await opened.find(`${cid}/0.json/x`)).toBeUndefined()
    }
  })

  it.skipIf(process.getuid?.() === 0)('says so in a sentence when the folder cannot be written', async () => {
    await chmod(join(directory, 'unfinished'), 0o500)
    await expect(store.putBytes(utf8('x'))).rejects.toThrow(/is not writable\. Give this user the right/)
  })
})
