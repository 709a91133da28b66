import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NamedRun, ranBelow, runNamed } from './run-named.ts'

const root = join(import.meta.dirname, '../..')
const file = 'test/practice/kept.chain.test.ts'

/** Faults put into the practice networks on purpose, and the test that must notice each. */
const mutants = [
  {
    fault: 'a transaction is answered before it is on disk',
    source: 'recorded-chain.ts',
    from: '        await written\n        return sent\n',
    to: '        return sent\n',
    test: 'to a transaction is given when it is on disk, and not before',
  },
  {
    fault: 'a block is told of before it is on disk',
    source: 'front.ts',
    from: '  try {\n    await chain.settled()\n',
    to: '  try {\n',
    test: 'that tells of a block is given when that is on disk, and not before',
  },
  {
    fault: 'the transactions of a block are played again in another order',
    source: 'replay.ts',
    from: 'of entry.transactions) {',
    to: 'of entry.transactions.toReversed()) {',
    test: 'leads to the same blocks, hash by hash, where no state was saved',
  },
  {
    fault: 'nobody looks whether a block became the same',
    source: 'replay.ts',
    from: 'if (hash !== entry.hash)',
    to: 'if (hash === undefined)',
    test: 'is refused with a sentence and left as it is: coin that was not given',
  },
  {
    fault: 'anvil makes a first block of its own beside that of a saved state',
    source: 'anvil-process.ts',
    from: "    ['--timestamp', genesisTime],\n",
    to: "    loadState === undefined ? ['--timestamp', genesisTime] : [],\n",
    test: 'leads to the same blocks from the first on, however often it is started and saved',
  },
  {
    fault: 'nobody looks whether a record is as it was written',
    source: 'record-entries.ts',
    from: 'if (line.slice(0, 9) !== `${checksum(json)} `) return undefined',
    to: '',
    test: 'is refused with a sentence and left as it is: a record that is damaged in its middle',
  },
]

describe('faults of practice networks', () => {
  let folder: string
  let run: NamedRun
  /** How often the passage that a fault changes stands in the source. */
  const passages: number[] = []
  const nameOf = (place: number) => `mutant-${place}`

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mintdesk-practice-mutants-'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await copyTo('untouched')
    const wanted = { [join(folder, 'untouched', file)]: mutants.map(({ test }) => test) }
    for (const [place, { source, from, to, test }] of mutants.entries()) {
      await copyTo(nameOf(place))
      const changed = join(folder, nameOf(place), 'src/core/practice', source)
      const text = await readFile(changed, 'utf8')
      passages.push(text.split(from).length - 1)
      await writeFile(
        changed,
        text.replace(from, () => to),
      )
      wanted[join(folder, nameOf(place), file)] = [test]
    }
    run = await runNamed(folder, wanted)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** What faults are put into is copied, with its tests; all else is there by links, and so is loaded once for all copies. */
  async function copyTo(name: string): Promise<void> {
    const copy = join(folder, name)
    for (const part of ['src/core/practice', 'test/practice'])
      await cp(join(root, part), join(copy, part), { recursive: true })
    for (const part of ['src/shared', 'test/faults']) await symlink(join(root, part), join(copy, part))
    for (const part of await readdir(join(root, 'src/core')))
      if (part !== 'practice') await symlink(join(root, 'src/core', part), join(copy, 'src/core', part))
  }

  for (const [place, { fault, test }] of mutants.entries())
    it(`are noticed: ${fault}`, () => {
      expect(passages[place], 'the passage to change stands in the source once').toBe(1)
      const ran = ranBelow(run, join(folder, nameOf(place)))
      expect(ran, run.output).toHaveLength(1)
      expect(ran[0]).toMatchObject({ title: expect.stringContaining(test), status: 'failed' })
    })

  it('are not there: the untouched copy passes', () => {
    const ran = ranBelow(run, join(folder, 'untouched'))
    expect(
      ran.filter(({ status }) => status !== 'passed'),
      run.output,
    ).toEqual([])
    expect(ran).toHaveLength(mutants.length)
  })
})
