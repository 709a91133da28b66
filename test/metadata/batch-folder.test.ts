import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderCidOf } from '../../src/core/lib/cid.ts'
import { mintTag, readMintsFile, storeBatchFolder } from '../../src/core/metadata/batch-folder.ts'
import { type ContentStore, openContentStore } from '../../src/core/metadata/content-store.ts'

const key = new Uint8Array(32).fill(7)
let directory: string
let store: ContentStore

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-batch-'))
  store = await openContentStore(directory)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const text = async (path: string): Promise<string> => new TextDecoder().decode(await store.read(path))

describe('a batch’s folder', () => {
  it('holds the metadata by place and a tag of each mint', async () => {
    const members = [
      { mintId: 'mint-a', json: '{"image":"ipfs://x","name":"A"}' },
      { mintId: 'mint-b', json: '{"image":"ipfs://y","name":"B"}' },
      { mintId: 'mint-c' },
    ]
    const made = await storeBatchFolder(members, key, store)
    expect(await text(`${made.cid}/0.json`)).toBe('{"image":"ipfs://x","name":"A"}')
    expect(await text(`${made.cid}/1.json`)).toBe('{"image":"ipfs://y","name":"B"}')
    expect(await store.read(`${made.cid}/2.json`)).toBeUndefined()
    const tags = readMintsFile((await store.read(`${made.cid}/mints.json`)) ?? new Uint8Array())
    expect(tags).toEqual(['mint-a', 'mint-b', 'mint-c'].map((id) => mintTag(key, id)))
    expect(folderCidOf(made.digest)).toBe(made.cid)
    expect(await storeBatchFolder(members, key, store)).toEqual(made)
  })

  it('has another CID when its members stand in another order', async () => {
    const members = [
      { mintId: 'a', json: '{"name":"same"}' },
      { mintId: 'b', json: '{"name":"same"}' },
    ]
    const there = await storeBatchFolder(members, key, store)
    expect((await storeBatchFolder(members.toReversed(), key, store)).cid).not.toBe(there.cid)
  })

  it('tells nobody without the key which mints are in it', () => {
    expect(mintTag(key, 'a')).toBe('4e7004bebac287656f96a29d4b16be2d4aa352cf8871cd2222f27bd0240e6118')
    expect(mintTag(new Uint8Array(32), 'a')).not.toBe(mintTag(key, 'a'))
  })

  it('says when mints.json is not of its form', () => {
    for (const bad of ['', '[]', '{"version":2,"mints":[]}', '{"version":1,"mints":["x"]}']) {
      expect(readMintsFile(new TextEncoder().encode(bad))).toBeUndefined()
    }
  })
})
