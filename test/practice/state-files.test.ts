import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keptIn, removeOld, saveState, UnreadableState, unpackState } from '../../src/core/practice/state-files.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-state-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
}

const answer = (bytes: Buffer) => `{"jsonrpc":"2.0","id":1,"result":"0x${bytes.toString('hex')}"}`
const dump = (text: string) => answer(gzipSync(text))

async function unpacked(number: number): Promise<string> {
  return readFile(await unpackState(dir, number), 'utf8')
}

describe('saving the state of a practice network', () => {
  it('keeps the last two, and the records from the older one on', async () => {
    expect(await keptIn(dir)).toEqual({ records: [], states: [] })
    await writeFile(join(dir, 'record-0.log'), '')
    for (const [index, text] of ['one', 'two', 'three'].entries()) {
      await writeFile(join(dir, `record-${index + 9}.log`), '')
      await saveState(dir, index + 9, inPieces(dump(text), 7))
      await removeOld(dir)
    }
    expect(await keptIn(dir)).toEqual({ records: [10, 11], states: [10, 11] })
    expect(await unpacked(11)).toBe('three')
    expect(await unpacked(10)).toBe('two')
  })

  it('keeps every record as long as only one state was saved', async () => {
    for (const number of [0, 1]) await writeFile(join(dir, `record-${number}.log`), '')
    await saveState(dir, 1, inPieces(dump('one'), 7))
    await removeOld(dir)
    expect(await keptIn(dir)).toEqual({ records: [0, 1], states: [1] })
  })

  it('gives back what was saved, however the answer is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.integer({ min: 1, max: 60 }), async (text, size) => {
        await saveState(dir, 1, inPieces(dump(text), size))
        expect(await unpacked(1)).toBe(text)
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['an answer that is cut off', dump('new').slice(0, -20)],
    ['an answer that is cut off between two digits', dump('new').slice(0, -3)],
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}'],
    ['something that is no hexadecimal', '{"jsonrpc":"2.0","id":1,"result":"0xzz"}'],
    ['nothing', ''],
  ])('leaves the saved ones as they are when it gets %s', async (_what, text) => {
    await saveState(dir, 1, inPieces(dump('old'), 100))
    await expect(saveState(dir, 2, inPieces(text, 10))).rejects.toThrow('The answer')
    expect(await readdir(dir)).toEqual(['state-1.json.gz'])
    expect(await unpacked(1)).toBe('old')
  })

  it('tells a damaged one', async () => {
    await saveState(dir, 1, inPieces(dump('old'), 100))
    await truncate(join(dir, 'state-1.json.gz'), 12)
    await expect(unpackState(dir, 1)).rejects.toThrow(UnreadableState)
  })
})
