/** Files that cannot be minted, and folders that cannot be used, told by the command: one sentence, the exit code, nothing minted. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Core, openCore } from '../../src/core/index.ts'
import { cli, type Ended } from '../cli/run-cli.ts'
import { callerOf, coreOptions, windowOf, withFolder } from '../core/trial-core.ts'
import { withSmallDisk } from './small-disk.ts'
import { programNames, solanaSheet, warnedOnSolana, wrongOnSolana } from './solana-sheet.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const image = 'ipfs://bafkqaaa'

/** The only line of standard error, and no stack. */
function sentenceOf({ stderr }: Ended): string {
  const lines = stderr.trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

// Many starts of the command: seconds each on a busy machine.
describe('a spreadsheet', () => {
  let core: Core
  let folder = ''
  let end: () => void = () => undefined
  let ended: Promise<void>
  beforeAll(async () => {
    core = await new Promise<Core>((resolve, reject) => {
      ended = withFolder(async (home) => {
        folder = home
        const env = { MINTDESK_SOLANA_PROGRAMS: await programNames(home) }
        const opened = await openCore(coreOptions(home, { env }))
        resolve(opened)
        await new Promise<void>((done) => {
          end = done
        })
        await opened.close()
      }).catch(reject)
    })
  })
  afterAll(async () => {
    end()
    await ended
  })

  const cases: [string, string | Uint8Array, { code: string; row: number; says: RegExp }][] = [
    ['that is empty', '', { code: 'file.empty', row: 1, says: /The file is empty: fill in at least one row/ }],
    [
      'of Solana into a collection on Polygon',
      `recipient,name,image\n66wxK3b1rtiukDg5g6qtqCnZH4E3GbxLRToQHwA8iiGN,One,${image}\n`,
      { code: 'recipient.format', row: 2, says: /is a Solana address, not an EVM one/ },
    ],
    [
      'with 2 MB in one cell',
      `recipient,name,image\n${address},"${'x'.repeat(2_000_000)}",${image}\n`,
      { code: 'file.size', row: 2, says: /characters|MiB|long/ },
    ],
  ]

  // What else a file can be is tested on imports; here, what the command makes of that: of a whole file, a row, a long message.
  test.each(cases)('%s is told, and nothing of it is minted', async (title, content, { code, row, says }) => {
    const file = join(folder, `${title}.csv`)
    await writeFile(file, content)
    const refused = await cli(folder, 'mint', file, '--yes', '--json')
    expect(refused.code).toBe(2)
    const said = JSON.parse(refused.stdout)
    expect(said).toMatchObject({ error: true, message: expect.stringContaining('Nothing was minted') })
    expect(said.findings).toContainEqual(
      expect.objectContaining({ row, code, level: 'error', message: expect.stringMatching(says) }),
    )
    expect(refused.stderr).not.toMatch(/^\s+at /m)
    expect(refused.stderr.length).toBeLessThan(5_000)
  })

  test('for Solana is told of row by row, column by column, in bytes', async () => {
    const file = join(folder, 'solana.csv')
    await writeFile(file, solanaSheet)
    const refused = await cli(folder, 'mint', file, '--collection', 'default-solana', '--yes', '--json')
    expect(refused.code).toBe(2)
    const { findings } = JSON.parse(refused.stdout)
    expect(findings).toEqual([
      ...wrongOnSolana.map(({ says, ...one }) => ({ ...one, level: 'error', message: expect.stringContaining(says) })),
      { ...warnedOnSolana, level: 'warning', message: expect.stringContaining('belongs to a program') },
    ])
    const elsewhere = await cli(folder, 'mint', file, '--uncompressed')
    expect([elsewhere.code, sentenceOf(elsewhere)]).toEqual([
      1,
      expect.stringContaining('is on Polygon, where no NFT is compressed: leave --uncompressed out'),
    ])
  })

  test('that is refused leaves nothing behind', async () => {
    const { call } = await windowOf(core)
    expect((await call('GET', '/app/imports')).json).toEqual([])
    expect((await call('GET', '/app/runs')).text).not.toContain('"id"')
    expect(await readdir(join(folder, 'uploads')).catch(() => [])).toEqual([])
  })

  test('is a file, and the collection is there', async () => {
    const [missing, notFile, unknown] = await Promise.all([
      cli(folder, 'mint', join(folder, 'nowhere.csv')),
      cli(folder, 'mint', folder),
      cli(folder, 'mint', join(folder, 'that is empty.csv'), '--collection', 'none'),
    ])
    expect([missing.code, notFile.code, unknown.code]).toEqual([1, 1, 1])
    expect(sentenceOf(missing)).toMatch(/There is no file .*nowhere\.csv: check the name/)
    expect(sentenceOf(notFile)).toMatch(/is not a file: give the spreadsheet itself/)
    expect(sentenceOf(unknown)).toMatch(/There is no collection "none" here: use one of default/)
  })

  test('is refused with the right status where it is no file, or the collection or import is not there', async () => {
    const { call } = await windowOf(core)
    const answers = [
      await call('POST', '/app/imports?name=x.csv&collectionId=none', Buffer.from('recipient\n')),
      await call('POST', '/app/imports?name=x.csv&collectionId=default-polygon', { not: 'a file' }),
      await call('POST', '/app/imports?collectionId=default-polygon', Buffer.from('recipient\n')),
      await call('GET', '/app/imports/nope'),
      await call('POST', '/app/runs', { importId: 'nope' }),
      await call('POST', '/app/quotes', { importId: 'nope' }),
    ]
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [404, 'collection.notFound'],
      [415, 'request.mediaType'],
      [400, 'request.invalid'],
      [404, 'import.notFound'],
      [404, 'import.notFound'],
      [404, 'import.notFound'],
    ])
    expect(await readdir(join(folder, 'uploads')).catch(() => [])).toEqual([])
  })

  test('is nobody’s but the owner’s', async () => {
    const answer = await callerOf(core.url)(
      'POST',
      '/app/imports?name=x.csv&collectionId=default-polygon',
      Buffer.from(''),
    )
    expect(answer.status).toBe(401)
  })
})

describe('a data folder', () => {
  test('below a file ends every command with one sentence', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'file')
      await writeFile(file, 'recipient\n')
      const home = join(file, 'data')
      const ends = await Promise.all([cli(home, 'serve', '--port', '0'), cli(home, 'mint', file), cli(home, 'runs')])
      for (const refused of ends) {
        expect(refused.code).toBe(1)
        expect(sentenceOf(refused)).toMatch(
          /cannot be used, because a part of its path is a file: .*choose another one/,
        )
      }
    })
  })

  test('on a read-only disk is told so, whether or not it was used before, and left as it is', async ({ skip }) => {
    await withSmallDisk(8, skip, async (disk) => {
      const used = join(disk.path, 'used')
      const fresh = join(disk.path, 'fresh')
      await mkdir(fresh)
      await (await openCore(coreOptions(used))).close()
      const before = await readdir(used)
      disk.readOnly(true)
      for (const home of [used, fresh, join(disk.path, 'new')])
        await expect(openCore(coreOptions(home))).rejects.toMatchObject({
          code: 'data.unusable',
          message: expect.stringMatching(/cannot be used, because it is on a read-only disk: .*choose another/),
        })
      const refused = await cli(used, 'runs', '--json')
      expect([refused.code, JSON.parse(refused.stdout).code]).toEqual([1, 'data.unusable'])
      disk.readOnly(false)
      expect(await readdir(used)).toEqual(before)
      await (await openCore(coreOptions(used))).close()
    })
  })

  test('on a full disk is told so', async ({ skip }) => {
    await withSmallDisk(4, skip, async (disk) => {
      await disk.fill(0)
      await expect(openCore(coreOptions(join(disk.path, 'data')))).rejects.toMatchObject({
        message: expect.stringMatching(/because the disk is full: free some space/),
      })
      await disk.free()
      await (await openCore(coreOptions(join(disk.path, 'data')))).close()
    })
  })
})
