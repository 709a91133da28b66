import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const simulated = 'test/minting/journal-simulated.test.ts'
const steps = 'test/journal/steps.test.ts'
const histories = 'test/journal/histories.test.ts'

/** Faults put into the engine on purpose, and the test that must notice each. */
const mutants: { fault: string; source: string; from: string; to: string; file?: string; test: string }[] = [
  {
    fault: 'a transaction is sent before it is on disk',
    source: 'sign.ts',
    from: "  deps.point('before commit')\n",
    to: "  await client.send(made.map(({ raw }) => `0x${raw.toString('hex')}` as const))\n  deps.point('before commit')\n",
    test: 'has every byte on disk before it is sent',
  },
  {
    fault: 'a lost answer is answered with a fresh sequence',
    source: 'observe.ts',
    from: "} else if (step === 'send') resend(transaction, last)",
    to: `} else if (step === 'send' && last.answer?.startsWith('unclear'))
      await deps.db.updateTable('batches').set({ state: 'prepared' }).where('transaction_pk', '=', transaction.pk).execute()
    else if (step === 'send') resend(transaction, last)`,
    test: 'takes a lost answer for no answer',
  },
  {
    fault: 'a batch is composed again when it is planned again',
    source: 'plan.ts',
    from: '  for (const batch of await unsignedBatches(',
    to: `  for (const { pk } of await unsignedBatches(deps.db, collection.pk, 99, []))
    await settleElsewhere(deps.db, { batchPk: pk, minted: [], transaction: null }, deps.clock())
  for (const batch of await unsignedBatches(`,
    test: 'keeps a batch as it was composed',
  },
  {
    fault: 'nothing waits for confirmations',
    source: '../journal/steps.ts',
    from: 'seen.head - receipt.blockNumber + 1 >= seen.confirmations',
    to: 'seen.head >= receipt.blockNumber',
    test: 'settles nothing before its confirmations',
  },
  {
    fault: 'a job id says nothing of what is minted',
    source: 'job-id.ts',
    from: 'return sha256(`mintdesk batch v1',
    to: 'return sha256(`${Math.random()} mintdesk batch v1',
    test: 'is refused by the contract what an older copy of the database asks for again',
  },
  {
    fault: 'a sequence is given up before what used it is final',
    source: '../journal/steps.ts',
    from: "return seen.finalCount > transaction.sequence ? 'verify-dead' : 'wait'",
    to: "return 'verify-dead'",
    file: steps,
    test: 'its sequence used by another, not final',
  },
  {
    fault: 'a gap in the sequences is not filled',
    source: '../journal/rounds.ts',
    from: "|| facts.taken ? 'wait' : 'fill'",
    to: "|| facts.taken ? 'wait' : 'wait'",
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'an older copy of the database does not see by the marks that it is one',
    source: '../journal/rounds.ts',
    from: 'return !mark.known && mark.sequence >= confirmedCount',
    to: 'return !mark.known && mark.sequence < 0',
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'what a reorganisation took out is not sent again',
    source: '../journal/steps.ts',
    from: "if (transaction.state === 'included') return 'reorganised'",
    to: "if (transaction.state === 'included') return 'wait'",
    file: histories,
    test: 'mints once or not at all and leaves no gap',
  },
  {
    fault: 'a higher fee is signed for other calls',
    source: 'raise.ts',
    from: ': callOf(transaction)',
    to: ": { ...callOf(transaction), value: '1' }",
    test: 'raises the fee of a transaction that a higher base fee holds up',
  },
]

describe('deliberate faults of the journal', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mintdesk-mutants-'))
    for (const part of ['src', 'test/minting', 'test/journal', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
      await cp(join(root, part), join(folder, part), { recursive: true })
    for (const part of ['node_modules', 'resources']) await symlink(join(root, part), join(folder, part))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Runs tests of the copy by their names; their output. */
  function run(files: readonly string[], names: readonly string[]): Promise<{ passed: boolean; output: string }> {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--project', 'unit', ...files, '-t', names.join('|')]
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        args,
        { cwd: folder, env: { ...process.env, NO_COLOR: '1', MINTDESK_HISTORIES: '1000' } },
        (error, out, err) => resolve({ passed: error === null, output: `${out}${err}` }),
      )
    })
  }

  it('are not there: the untouched copy passes', async () => {
    const names = new Set(mutants.map(({ test }) => test))
    const { passed, output } = await run([simulated, steps, histories], [...names])
    expect(passed, output).toBe(true)
    expect(output).toMatch(new RegExp(`Tests +${names.size} passed`))
  })

  for (const { fault, source, from, to, file = simulated, test } of mutants)
    it(`are noticed: ${fault}`, async () => {
      const changed = join(folder, 'src/core/minting', source)
      const text = await readFile(changed, 'utf8')
      expect(text.split(from).length, 'the passage to change stands in the source once').toBe(2)
      await writeFile(
        changed,
        text.replace(from, () => to),
      )
      try {
        const { passed, output } = await run([file], [test])
        expect(passed, output).toBe(false)
        expect(output).toMatch(/Tests +1 failed/)
        expect(output, 'it fails for what it says, not for a fault of its own').toContain('AssertionError')
      } finally {
        await writeFile(changed, text)
      }
    })
})
