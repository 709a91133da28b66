import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSignedMarks, type SignedMarks } from '../../src/core/store/journal/signed-marks.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { openFreshStore } from './fresh-store.ts'

const queue = { network: 'live:base', signer: '0xaa' }
const other = { network: 'live:polygon', signer: '0xaa' }
let dir: string
let file: string
let store: OpenStore

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-marks-'))
  file = join(dir, 'signed-marks')
  store = await openFreshStore(join(dir, 'mintdesk.db'))
})
afterEach(async () => {
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

async function opened<Result>(use: (marks: SignedMarks) => Result | Promise<Result>): Promise<Result> {
  const marks = await openSignedMarks(store.db, file, dir)
  try {
    return await use(marks)
  } finally {
    await marks.close()
  }
}

it('keeps the highest sequence of each signer and what took it first, over restarts', async () => {
  await opened(async (marks) => {
    expect([marks.of(queue), marks.fault]).toEqual([null, null])
    await Promise.all([
      marks.raise(queue, { sequence: 4, hash: '0x4' }),
      marks.raise(queue, { sequence: 6, hash: '0x6' }),
      marks.raise(other, { sequence: 1, hash: '0x1' }),
      marks.raise(queue, { sequence: 5, hash: '0x5' }),
    ])
    await marks.raise(queue, { sequence: 6, hash: '0xhigher-fee' })
  })
  await opened((marks) => {
    expect(marks.fault).toBeNull()
    expect(marks.of(queue)).toEqual({ sequence: 6, hash: '0x6' })
    expect(marks.of(other)).toEqual({ sequence: 1, hash: '0x1' })
  })
})

it('is on disk when a raise resolves', async () => {
  const marks = await openSignedMarks(store.db, file, dir)
  await marks.raise(queue, { sequence: 7, hash: '0x7' })
  expect(await readFile(file, 'utf8')).toContain('live:base 0xaa 7 0x7 ')
  await marks.close()
})

it('leaves out a last line that was being written when the machine stopped', async () => {
  await opened((marks) => marks.raise(queue, { sequence: 2, hash: '0x2' }))
  await appendFile(file, 'live:base 0xaa 3 0x')
  await opened((marks) => {
    expect([marks.fault, marks.of(queue)]).toEqual([null, { sequence: 2, hash: '0x2' }])
  })
})

it('says that the file is damaged, keeps it aside, and goes on with what is whole of it', async () => {
  await opened(async (marks) => {
    await marks.raise(queue, { sequence: 2, hash: '0x2' })
    await marks.raise(other, { sequence: 3, hash: '0x3' })
  })
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(' 2 0x2 ', ' 9 0x2 '))
  await opened((marks) => {
    expect(marks.fault).toContain('is damaged')
    expect([marks.of(queue), marks.of(other)]).toEqual([null, { sequence: 3, hash: '0x3' }])
  })
  expect(await readFile(`${file}.damaged`, 'utf8')).toContain(' 9 0x2 ')
  await opened((marks) => expect(marks.fault).toBeNull())
})

it('says that the file is missing once a database was used with one', async () => {
  await opened((marks) => expect(marks.fault).toBeNull())
  await rm(file)
  await opened((marks) => expect(marks.fault).toContain('is missing'))
})
