import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileBlocks, folder as folderOf } from '../../src/core/lib/cid.ts'
import { archiveOf, carHeader, carOf, carSection } from '../../src/core/metadata/car.ts'
import { type ContentStore, openContentStore } from '../../src/core/metadata/content-store.ts'
import { lacking, readCar } from './read-car.ts'

let directory: string
let store: ContentStore

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-car-'))
  store = await openContentStore(directory)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** The beginning of the archive that the CAR libraries are tested with (@ipld/car, test/common.js): two roots, two blocks. */
const recorded =
  '63a265726f6f747382d82a58250001711220f88bc853804cf294fe417e4fa83028689fcdb1b1592c5102e1474dbc200fab8bd82a5825000171122069ea0740f9807a28f4d932c62e7c1c83be055e55072c90266ab3e79df63a365b6776657273696f6e01' +
  '280155122061be55a8e2f6b4e172338bddf184d6dbee29c98853e0a0485ecee7f27b9af0b461616161' +
  '280155122081cc5b17018674b401b42f35ba07bb79e211239c23bffe658da1577e3e64687762626262'

async function archive(roots: string[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of carOf(store, roots)) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('a CAR', () => {
  it('is byte for byte what the CAR libraries write', () => {
    const made = Buffer.concat([
      carHeader([
        'bafyreihyrpefhacm6kkp4ql6j6udakdit7g3dmkzfriqfykhjw6cad5lrm',
        'bafyreidj5idub6mapiupjwjsyyxhyhedxycv4vihfsicm2vt46o7morwlm',
      ]),
      carSection({ cid: 'bafkreidbxzk2ryxwwtqxem4l3xyyjvw35yu4tcct4cqeqxwo47zhxgxqwq', bytes: Buffer.from('aaaa') }),
      carSection({ cid: 'bafkreiebzrnroamgos2adnbpgw5apo3z4iishhbdx77gldnbk57d4zdio4', bytes: Buffer.from('bbbb') }),
    ])
    expect(made.toString('hex')).toBe(recorded)
    expect(readCar(made).roots).toHaveLength(2)
  })

  it('has a header for as many roots as go together', () => {
    const root = 'bafkreidbxzk2ryxwwtqxem4l3xyyjvw35yu4tcct4cqeqxwo47zhxgxqwq'
    for (const count of [1, 23, 24, 255, 256]) {
      expect(readCar(carHeader(Array.from({ length: count }, () => root))).roots).toHaveLength(count)
    }
  })

  it('holds every block of files and folders, large and empty ones too', async () => {
    const large = await store.putStream([randomBytes(2_500_000), randomBytes(1_000_000)])
    const small = await store.putBytes(Buffer.from('small'))
    const files = Array.from({ length: 300 }, (_, at) => ({
      name: `${at}.json`,
      bytes: Buffer.from(`{"at":${at % 200}}`),
    }))
    const folder = await store.putFolder([...files, { name: 'empty', bytes: new Uint8Array() }])
    const roots = [large.cid, small.cid, folder.cid]
    const { roots: told, blocks } = readCar(await archive(roots))
    expect(told).toEqual(roots)
    for (const root of roots) expect(lacking(root, blocks)).toBeUndefined()
    // Four leaves and their node; one leaf; 200 different files, the empty one and the folder.
    expect(blocks.size).toBe(5 + 1 + 202)
    blocks.delete([...blocks.keys()].find((cid) => cid !== large.cid) ?? '')
    expect(lacking(large.cid, blocks)).toBeDefined()
  })

  it('is made no faster than it is read, so that a large file never lies in memory', async () => {
    let taken = 0
    async function* file(): AsyncGenerator<Uint8Array> {
      for (; taken < 200; taken++) yield new Uint8Array(1024 * 1024).fill(taken)
    }
    const blocks = fileBlocks(file())
    await blocks.next()
    // Time enough for it to run ahead, if it did.
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
    expect(taken).toBeLessThan(40)
    await blocks.return(undefined)
  })

  it('says what is missing', async () => {
    const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
    await expect(archive([cid])).rejects.toThrow(`The content ${cid} is missing from the store`)
  })

  it('of more contents than a service takes roots has one, a directory of them, whose CID everybody else computes', async () => {
    const files = [Buffer.from('one'), Buffer.from('two')]
    const cids: string[] = []
    for (const bytes of files) cids.push((await store.putBytes(bytes)).cid)
    const same = await folderOf(files.map((bytes, at) => ({ name: cids[at] ?? '', bytes })))
    expect((await archiveOf(store, cids, 1)).roots).toEqual([same.cid])
    const large = await store.putStream([randomBytes(2_500_000)])
    const folder = await store.putFolder([{ name: '0.json', bytes: Buffer.from('{}') }])
    const all = [...cids, large.cid, folder.cid]
    const { roots, bytes } = await archiveOf(store, all, 1)
    const pieces: Uint8Array[] = []
    for await (const piece of bytes()) pieces.push(piece)
    const read = readCar(Buffer.concat(pieces))
    expect(read.roots).toEqual(roots)
    expect(lacking(roots[0] ?? '', read.blocks)).toBeUndefined()
    for (const cid of all) expect(lacking(cid, read.blocks)).toBeUndefined()
    // What fits is sent as it is, and the same contents in another order are the same directory.
    expect((await archiveOf(store, all, 200)).roots).toEqual(all)
    expect((await archiveOf(store, [large.cid], 1)).roots).toEqual([large.cid])
    expect((await archiveOf(store, all.toReversed(), 1)).roots).toEqual(roots)
  })
})
