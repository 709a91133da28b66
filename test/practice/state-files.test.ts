import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { savedStates, saveState, setAside, UnreadableState, unpackState } from '../../src/core/practice/state-files.ts'

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

async function unpacked(generation: 'state.json.gz' | 'state.previous.json.gz'): Promise<string> {
  return readFile(await unpackState(dir, generation), 'utf8')
}

describe('saving the state of a practice network', () => {
  it('keeps the last two, newest first', async () => {
    expect(await savedStates(dir)).toEqual([])
    for (const text of ['one', 'two', 'three']) await saveState(dir, inPieces(dump(text), 7))
    expect(await savedStates(dir)).toEqual(['state.json.gz', 'state.previous.json.gz'])
    expect(await unpacked('state.json.gz')).toBe('three')
    expect(await unpacked('state.previous.json.gz')).toBe('two')
  })

  it('gives back what was saved, however the answer is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.integer({ min: 1, max: 60 }), async (text, size) => {
        await saveState(dir, inPieces(dump(text), size))
        expect(await unpacked('state.json.gz')).toBe(text)
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
    await saveState(dir, inPieces(dump('old'), 100))
    await expect(saveState(dir, inPieces(text, 10))).rejects.toThrow('The answer')
    expect(await readdir(dir)).toEqual(['state.json.gz'])
    expect(await unpacked('state.json.gz')).toBe('old')
  })

  it('tells a damaged one, and puts it aside', async () => {
    await saveState(dir, inPieces(dump('old'), 100))
    await saveState(dir, inPieces(dump('new'), 100))
    await truncate(join(dir, 'state.json.gz'), 12)
    await expect(unpackState(dir, 'state.json.gz')).rejects.toThrow(UnreadableState)
    await setAside(dir, 'state.json.gz')
    expect(await savedStates(dir)).toEqual(['state.previous.json.gz'])
  })
})
