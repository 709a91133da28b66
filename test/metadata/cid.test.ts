import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { type ImportResult, importer } from 'ipfs-unixfs-importer'
import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import {
  canonicalCid,
  cidDigest,
  fileCid,
  folder,
  folderCidOf,
  leafCidOf,
  legacyFileCid,
} from '../../src/core/lib/cid.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('the CID of a file', () => {
  it('is the one that everyone else computes', async () => {
    const { cid, digest, size } = await fileCid(utf8('hello world'))
    expect(cid).toBe('bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
    expect(digest).toBe(`0x${createHash('sha256').update('hello world').digest('hex')}`)
    expect(size).toBe(11)
    expect((await fileCid(new Uint8Array(0))).cid).toBe('bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
    expect(await legacyFileCid(utf8('hello world'))).toBe('Qmf412jQZiuVUtdgnB36FXFX7xg5V6KEbSJ4dpQuhkLyfD')
  })

  it('is one raw leaf up to 1 MiB, and a tree of leaves above', async () => {
    const leaf = await fileCid(new Uint8Array(2 ** 20))
    expect(leafCidOf(leaf.digest)).toBe(leaf.cid)
    const tree = await fileCid(new Uint8Array(2 ** 20 + 1))
    expect(tree.cid).toMatch(/^bafybei/)
    expect(tree.size).toBe(2 ** 20 + 1)
  })

  it('is the same whether the bytes come at once or in pieces', async () => {
    const bytes = Uint8Array.from({ length: 3 * 2 ** 20 }, (_, at) => at % 251)
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 77_777) yield bytes.subarray(at, at + 77_777)
    }
    expect(await fileCid(pieces())).toEqual(await fileCid(bytes))
  })

  it('has one form to be stored under', () => {
    expect(canonicalCid('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')).toBe(
      'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354',
    )
    expect(canonicalCid('hello')).toBeUndefined()
  })
})

describe('the CID of a folder', () => {
  it('is the empty folder’s well-known one', async () => {
    expect((await folder([])).cid).toBe('bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354')
  })

  it('holds its files under their own CIDs, in the order given', async () => {
    const files = [
      { name: '1.json', bytes: utf8('hello world') },
      { name: '0.json', bytes: utf8('{}') },
    ]
    const made = await folder(files)
    expect(made.entries).toEqual([
      { name: '1.json', cid: 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e', size: 11 },
      { name: '0.json', cid: (await fileCid(utf8('{}'))).cid, size: 2 },
    ])
    expect((await folder(files.toReversed())).cid).toBe(made.cid)
    expect(folderCidOf(made.digest)).toBe(made.cid)
    expect(cidDigest(made.cid)).toBe(made.digest)
    expect(made.blocks.map(({ cid }) => cid)).toEqual([made.cid])
  })

  it('is right for one file, and for so many that the folder is split', async () => {
    const one = await folder([{ name: 'a', bytes: utf8('hello world') }])
    expect(one.entries).toHaveLength(1)
    expect(one.cid).toMatch(/^bafybei/)
    const many = await folder(Array.from({ length: 6000 }, (_, at) => ({ name: `${at}.json`, bytes: utf8(`${at}`) })))
    expect(many.entries).toHaveLength(6000)
    expect(many.blocks.length).toBeGreaterThan(1)
    expect(many.blocks.at(-1)?.cid).toBe(many.cid)
  })

  it('is the same as the importer gives, whatever is in it', async () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.constant(new Uint8Array(2 ** 20)))
    const name = fc.oneof(
      fc.nat(2_000).map((n) => `${n}.json`),
      fc.stringMatching(/^[\p{L}\p{N} .~-]{1,20}[a-z\u{1F600}]$/u),
    )
    const files = fc.uniqueArray(fc.record({ name, bytes }), {
      minLength: 1,
      maxLength: 40,
      selector: (one) => one.name,
    })
    await fc.assert(
      fc.asyncProperty(files, async (some) => {
        const source = some.map(({ name: path, bytes: content }) => ({ path, content }))
        const put = async (cid: CID) => cid
        const results: ImportResult[] = []
        const importing = importer(source, { put }, { profile: 'unixfs-v1-2025', wrapWithDirectory: true })
        for await (const result of importing) results.push(result)
        const { cid, entries, blocks } = await folder(some)
        expect(cid).toBe(results.at(-1)?.cid.toString())
        const addresses = new Map(results.map((one) => [one.path, one.cid.toString()]))
        for (const entry of entries) expect(entry.cid).toBe(addresses.get(entry.name))
        expect(blocks.map((block) => block.cid)).toEqual([cid])
        expect(CID.parse(cid).multihash.digest).toEqual(
          new Uint8Array(
            createHash('sha256')
              .update(blocks[0]?.bytes ?? '')
              .digest(),
          ),
        )
      }),
      { numRuns: 60, seed: 1_411 },
    )
  })

  it('refuses names that are paths, and two files of one name', async () => {
    for (const name of ['', '.', '..', 'a/b', '../a', 'a\\b', 'a\0']) {
      await expect(folder([{ name, bytes: utf8('') }])).rejects.toThrow('cannot be the name of a file')
    }
    const twice = { name: 'a', bytes: utf8('') }
    await expect(folder([twice, twice])).rejects.toThrow('two files named "a"')
  })

  it('leaves the event loop free while 1,000 files are hashed', async () => {
    const files = Array.from({ length: 1000 }, (_, at) => ({ name: `${at}.json`, bytes: utf8(`{"name":"${at}"}`) }))
    await folder(files)
    let turns = 0
    const count = (): void => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await folder(files)
    clearImmediate(next)
    expect(turns).toBeGreaterThan(5)
  })
})
