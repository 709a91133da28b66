import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkEach, type EachRules, type RawRow } from '../../src/core/imports/row-check/check-each.ts'
import { packRows, unpackRows } from '../../src/core/imports/row-check/pack-rows.ts'
import { openRowCheckThread, type RowCheckThread } from '../../src/core/imports/row-check/row-check-thread.ts'
import { address, openImports, root } from './fixture.ts'

const rules: EachRules = {
  columns: (['recipient', 'name', 'image', 'quantity', 'id', 'metadata_uri', 'compressed'] as const).map((field) => ({
    header: field,
    field,
  })),
  chain: 'polygon',
  hasBaseUri: false,
  hasMedia: true,
  hidden: 'skip',
  names: null,
}

const cell = fc.oneof(
  fc.constantFrom(
    '',
    'ada@Example.com',
    `0x${'ab'.repeat(20)}`,
    'ipfs://x/1.png',
    'a.png',
    '3',
    'no',
    'true',
    'nick.eth',
  ),
  fc.string(),
)
const rawRow = fc.record({
  cells: fc.array(cell, { maxLength: 9 }),
  badQuotes: fc.boolean(),
  hidden: fc.boolean(),
})

describe('rows that are checked in a thread of their own', () => {
  let thread: RowCheckThread
  beforeEach(() => {
    thread = openRowCheckThread(join(root, 'src/core/imports/row-checker.ts'))
  })
  afterEach(() => thread.close())

  it('come back as they are checked here, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rawRow, { maxLength: 12 }), async (drawn) => {
        const rows = drawn.map((row, at): RawRow => ({ pos: at + 1, row: at + 2, ...row }))
        const here = checkEach(rows, rules)
        expect(unpackRows(structuredClone(packRows(here)), rows)).toEqual(here)
        const [there, again] = await Promise.all([thread.check(rows, rules), thread.check(rows.slice(1), rules)])
        expect(there).toEqual(here)
        expect(again).toEqual(here.slice(1))
      }),
      { numRuns: 100 },
    )
  })

  it('come back in their order where they are more than fit into one message', async () => {
    const rows = Array.from(
      { length: 601 },
      (_, at): RawRow => ({ pos: at + 1, row: at + 2, cells: [address(at), `N${at}`, 'ipfs://x/1.png'] }),
    )
    expect(await thread.check(rows, rules)).toEqual(checkEach(rows, rules))
    expect(await thread.check([], rules)).toEqual([])
  })

  it('have the SHA-256 of recipient and metadata, of recipient and URI, or of the recipient alone', async () => {
    const rows = [
      [address(1), 'One', 'ipfs://x/1.png', '', '', '', ''],
      [address(2), '', '', '', '', 'https://example.com/2.json', ''],
      [address(3), '', '', '', '', '', ''],
    ].map((cells, at): RawRow => ({ pos: at + 1, row: at + 2, cells }))
    const checked = await thread.check(rows, { ...rules, hasBaseUri: true })
    const metadata = '{"image":"ipfs://x/1.png","name":"One"}'
    const sha256 = (text: string) => createHash('sha256').update(text)
    expect(checked.map(({ row }) => [row.mint?.metadataHash, row.mint?.content])).toEqual([
      [sha256(metadata).digest('hex'), sha256(`{"metadata":${metadata},"recipient":"polygon:${address(1)}"}`).digest()],
      [null, sha256(`{"metadataUri":"https://example.com/2.json","recipient":"polygon:${address(2)}"}`).digest()],
      [null, sha256(`{"recipient":"polygon:${address(3)}"}`).digest()],
    ])
  })

  it('are told to have failed where the thread has ended', async () => {
    const asked = thread.check([{ pos: 1, row: 2, cells: ['x'] }], rules)
    await thread.close()
    await expect(asked).rejects.toThrow('ended too early')
    await expect(thread.check([], rules)).rejects.toThrow('ended too early')
  })
})

it('a file that is large enough for it has the same rows and findings as a small one, each in its place', async () => {
  const opened = await openImports()
  try {
    const rows = 9000
    const line = (at: number) =>
      `${at % 100 === 50 ? 'nobody' : address(at)},Badge ${at},${'x'.repeat(100)},ipfs://bafy/${at}.png`
    const lines = Array.from({ length: rows }, (_, at) => line(at))
    const checked = await opened.check(['recipient,name,description,image', ...lines].join('\n'))
    // A question to the network is for a thousand rows: each takes as long as the way to it.
    expect(opened.contractQuestions.length).toBeLessThanOrEqual(rows / 1_000 + 1)
    expect(checked.bytesTotal).toBeGreaterThan(1024 ** 2)
    expect(checked.counts).toMatchObject({ rows, ready: 8910, errors: 90 })
    const { rows: wrong } = await opened.imports.listRows(checked.id, { filter: 'errors', offset: 80, limit: 3 })
    expect(wrong.map(({ row }) => row)).toEqual([8052, 8152, 8252])
    const again = await opened.imports.recheck(checked.id, { duplicates: 'first' })
    expect((await opened.imports.done(again.id)).counts).toEqual(checked.counts)
  } finally {
    await opened.close()
  }
})
