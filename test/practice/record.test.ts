import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DamagedRecord, type RecordEntry, readRecord } from '../../src/core/practice/record-entries.ts'
import { createRecord, openRecord } from '../../src/core/practice/record-file.ts'

let dir: string
let file: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-record-'))
  file = join(dir, 'record-0.log')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const options = { onFault: () => undefined, signal: new AbortController().signal }
const hash = `0x${'ab'.repeat(32)}` as const
const gift = (wei: number): RecordEntry => ({ kind: 'funding', address: '0x22', balance: String(wei) })
const beginning: RecordEntry = {
  ...{ kind: 'beginning', version: 1, program: 'anvil/v1', chainId: 137, genesisTime: 1, genesis: hash },
  head: { number: 0, hash, time: 1 },
}

async function all(): Promise<{ entries: RecordEntry[]; end: number }> {
  const entries: RecordEntry[] = []
  let end = 0
  for await (const line of readRecord(file)) {
    entries.push(...line.entries)
    end = line.end
  }
  return { entries, end }
}

async function written(...wei: number[]): Promise<void> {
  const end = await createRecord(file, [beginning])
  const record = await openRecord(file, end, options)
  for (const one of wei) await record.append([gift(one)])
  await record.close()
}

describe('the record of a practice network', () => {
  it('gives back what was appended, in order, and what is appended after it was opened again', async () => {
    await written(1, 2)
    const { end } = await all()
    const record = await openRecord(file, end, options)
    await Promise.all([record.append([gift(3), gift(4)]), record.append([gift(5)])])
    await record.close()
    expect((await all()).entries).toEqual([beginning, ...[1, 2, 3, 4, 5].map(gift)])
  })

  it('writes together what comes while the disk works', async () => {
    const record = await openRecord(file, await createRecord(file, [beginning]), options)
    await Promise.all(Array.from({ length: 200 }, (_, wei) => record.append([gift(wei)])))
    await record.close()
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines.length).toBeLessThan(10)
    expect((await all()).entries).toHaveLength(201)
  })

  it('leaves out the line in the middle of whose writing it was killed, and goes on before it', async () => {
    await written(1, 2)
    const whole = await readFile(file)
    const { end } = await all()
    const last = whole.lastIndexOf(10, end - 2) + 1
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: last, max: end - 1 }), async (cut) => {
        await writeFile(file, whole.subarray(0, cut))
        expect(await all()).toEqual({ entries: [beginning, gift(1)], end: last })
        const record = await openRecord(file, last, options)
        await record.append([gift(9)])
        await record.close()
        expect((await all()).entries).toEqual([beginning, gift(1), gift(9)])
      }),
      { numRuns: 30 },
    )
  })

  it('is damaged where any byte of a whole line is another one', async () => {
    await written(1, 2, 3)
    const whole = await readFile(file)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: whole.length - 2 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const other = Buffer.from(whole)
          other[at] = (other[at] ?? 0) ^ by
          await writeFile(file, other)
          await expect(all()).rejects.toThrow(DamagedRecord)
        },
      ),
      { numRuns: 100 },
    )
    await writeFile(file, whole)
    await appendFile(file, '00000000 []\n')
    await expect(all()).rejects.toThrow(/damaged at byte \d+/)
  })

  it('can be read by its owner alone', async () => {
    await written(1)
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  })
})
