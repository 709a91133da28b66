import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const file = 'test/practice/kept.chain.test.ts'

/** Faults put into the practice networks on purpose, and the test that must notice each. */
const mutants = [
  {
    fault: 'a transaction is answered before it is on disk',
    source: 'recorded-chain.ts',
    from: '        await written\n        return sent\n',
    to: '        return sent\n',
    test: 'an answer to a transaction is given when it is on disk, and not before',
  },
  {
    fault: 'a block is told of before it is on disk',
    source: 'front.ts',
    from: '  try {\n    await chain.settled()\n',
    to: '  try {\n',
    test: 'an answer that tells of a block is given when that is on disk, and not before',
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
    test: 'left as it is: coin that was not given',
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
    test: 'left as it is: a record that is damaged in its middle',
  },
]

const report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

describe('faults of practice networks', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mintdesk-practice-mutants-'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Runs tests in a copy of the sources, in which a fault is put. */
  async function run(name: string, tests: readonly string[], mutant?: { source: string; from: string; to: string }) {
    const copy = join(folder, name)
    for (const part of ['src/core', 'test/practice']) await cp(join(root, part), join(copy, part), { recursive: true })
    await mkdir(join(copy, 'test/faults'))
    await cp(join(root, 'test/faults/end-strays.ts'), join(copy, 'test/faults/end-strays.ts'))
    await symlink(join(root, 'src/shared'), join(copy, 'src/shared'))
    if (mutant) {
      const changed = join(copy, 'src/core/practice', mutant.source)
      const text = await readFile(changed, 'utf8')
      expect(text.split(mutant.from), 'the passage to change stands in the source once').toHaveLength(2)
      await writeFile(
        changed,
        text.replace(mutant.from, () => mutant.to),
      )
    }
    const options = {
      include: [join(copy, file)],
      ...{ pool: 'forks', testTimeout: 60_000 },
      experimental: { viteModuleRunner: false, nodeLoader: false },
    }
    const config = join(copy, 'vitest.config.mjs')
    await writeFile(config, `export default ${JSON.stringify({ test: options })}`)
    const written = join(copy, 'report.json')
    const pattern = tests.map((test) => test.replaceAll(/[^\w\s]/g, '\\$&')).join('|')
    const args = [
      'run',
      '--config',
      config,
      '--root',
      folder,
      '--reporter=json',
      `--outputFile=${written}`,
      '-t',
      pattern,
    ]
    const output = await new Promise<string>((resolve) => {
      const vitest = join(root, 'node_modules/vitest/vitest.mjs')
      execFile(process.execPath, [vitest, ...args], { cwd: folder }, (_, out, err) => resolve(`${out}${err}`))
    })
    const results = report.parse(JSON.parse(await readFile(written, 'utf8').catch(() => '{"testResults":[]}')))
    const ran = results.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName }) => tests.some((test) => fullName.includes(test)))
    expect(ran, output).toHaveLength(tests.length)
    return ran
  }

  it.each(mutants)(
    'are noticed: $fault',
    async ({ fault, test, ...mutant }) => {
      const ran = await run(`${mutants.findIndex((one) => one.fault === fault)}`, [test], mutant)
      expect(ran).toMatchObject([{ status: 'failed' }])
    },
    120_000,
  )

  it('are not there: the untouched copy passes', async () => {
    const ran = await run(
      'untouched',
      mutants.map(({ test }) => test),
    )
    for (const one of ran) expect(one).toMatchObject({ status: 'passed', failureMessages: [] })
  }, 300_000)
})
