import { describe, expect, it } from 'vitest'
import { foldTrail, noTrail, replacedAtMost } from '../../src/core/chains/family/fence.ts'
import { type Entry, type FenceStep, fenceStep, replacedJobs, writerStep } from '../../src/core/journal/fence.ts'
import { inPieces } from '../../src/core/turns.ts'
import { type Checks, doubles, emptyContract, execute, type MintCall } from './model/marked-contract.ts'
import { allRules, jobOf, type Rules, twoSigners } from './model/two-signers.ts'

const allChecks: Checks = { trail: true, names: true }

/** A call under the writer that minted last. */
function call(members: string, writer: number, replaced: readonly string[] = [], generation = 0): MintCall {
  const list = members.split('')
  return { job: jobOf(list, generation), members: list, fence: { expected: writer, writer, trail: noTrail, replaced } }
}

/** A call that enters, by a signer who knows these jobs. */
function entry(members: string, expected: number, writer: number, known: readonly MintCall[]): MintCall {
  const trail = known.reduce((folded, { job }) => foldTrail(folded, job), noTrail)
  return { ...call(members, writer), fence: { expected, writer, trail, replaced: [] } }
}

function run(calls: readonly (MintCall & { reverts?: boolean })[], checks = allChecks) {
  let contract = emptyContract
  const verdicts = calls.map((one) => {
    const after = execute(contract, one, one.reverts, checks)
    contract = after.contract
    return after.verdict
  })
  return { verdicts, twice: doubles(contract), jobs: contract.jobs.size }
}

describe('two programs that mint with one key', () => {
  it('race: what enters without knowing the last mint is refused, and would mint it twice', () => {
    const first = entry('y', 0, 10, [])
    const calls = [first, call('z', 10), entry('zq', 10, 20, [first])]
    expect(run(calls)).toMatchObject({ verdicts: ['minted', 'minted', 'another-history'], twice: [] })
    expect(run(calls, { ...allChecks, trail: false })).toMatchObject({
      verdicts: Array(3).fill('minted'),
      twice: ['z'],
    })
  })

  it('fork: as many jobs as were known are not the same jobs', () => {
    // It saw y and p; then a reorganisation put other work of the first one where p was, and z after it.
    const first = entry('y', 0, 10, [])
    const known = [first, call('p', 10)]
    const late = entry('zq', 10, 20, known)
    expect(run([...known, late])).toMatchObject({ verdicts: Array(3).fill('minted'), twice: [] })
    const forked = [first, call('z', 10)]
    expect(run(forked).jobs, 'a count would not tell the forks apart').toBe(run(known).jobs)
    expect(run([...forked, late])).toMatchObject({ verdicts: ['minted', 'minted', 'another-history'], twice: [] })
    expect(run([...forked, late], { ...allChecks, trail: false }).twice).toEqual(['z'])
  })

  it('retry: what failed and comes back first stops the retry that names it, and else is minted twice', () => {
    const failed = entry('x', 0, 10, [])
    const named = replacedJobs([0, 1], new Map([[0, [failed.job]]]), call('xv', 10).job)
    expect(named).toEqual([failed.job])
    const calls = [failed, call('xv', 10, named ?? [])]
    expect(run(calls)).toMatchObject({ verdicts: ['minted', 'replaced-minted'], twice: [] })
    expect(run([failed, call('xv', 10)]).twice).toEqual(['x'])
    expect(run(calls, { ...allChecks, names: false }).twice).toEqual(['x'])
  })

  it('entry: what is signed behind one that fails is refused, so that nothing is before a block holds it', () => {
    const calls = [{ ...entry('h', 0, 10, []), reverts: true }, call('p', 10), call('q', 10)]
    expect(run(calls).verdicts).toEqual(['reverted', 'another-writer', 'another-writer'])
    expect(fenceStep('pending', { state: 'sent', succeeded: null })).toBe('wait')
    expect(fenceStep('pending', { state: 'failed', succeeded: null })).toBe('compare')
  })
})

/** The first of so many histories in which something is minted twice. */
async function firstDouble(histories: number, rules: Rules): Promise<{ seed: number; events: string[] } | null> {
  const pause = inPieces()
  for (let seed = 1; seed <= histories; seed++) {
    const found = twoSigners(seed, rules)
    if (found) return { seed, events: [...found.events, `minted twice: ${found.twice}`] }
    await pause()
  }
  return null
}

describe('two copies of the app, restarts, older databases and reorganisations of any depth', () => {
  const histories = Number(process.env.MINTDESK_HISTORIES ?? 20_000)

  it('mint nothing twice by all rules together', async () => {
    expect(await firstDouble(histories, allRules)).toBeNull()
  }, 600_000)

  it.each([
    ['the trail of an entry', { ...allRules, trail: false }],
    ['the jobs that a call replaces', { ...allRules, names: false }],
    ['a writer of its own for each entry', { ...allRules, freshEntry: false }],
  ])('mint twice without %s', async (_what, rules) => {
    expect(await firstDouble(1_000, rules)).not.toBeNull()
  })
})

describe('whose mark it is', () => {
  it.each([
    ['nobody minted yet', { writer: 0, known: false }, 'enter'],
    ['a writer of this journal', { writer: 7, known: true }, 'enter'],
    ['a writer that nobody here knows', { writer: 7, known: false }, 'stop'],
  ] as const)('%s', (_what, facts, step) => {
    expect(writerStep(facts)).toBe(step)
  })
})

describe('what may be signed', () => {
  const table: [string, Entry, { state: string; succeeded: boolean | null } | null, FenceStep][] = [
    ['nothing was signed yet', 'due', null, 'enter'],
    ['the entry was signed', 'pending', { state: 'signed', succeeded: null }, 'wait'],
    ['the entry was sent', 'pending', { state: 'sent', succeeded: null }, 'wait'],
    ['a block holds it, and it succeeded', 'pending', { state: 'included', succeeded: true }, 'sign'],
    ['a block holds it, and it reverted', 'pending', { state: 'included', succeeded: false }, 'wait'],
    ['a block holds it, and the node has no receipt', 'pending', { state: 'included', succeeded: null }, 'wait'],
    ['it succeeded with its confirmations', 'pending', { state: 'succeeded', succeeded: null }, 'sign'],
    ['it failed', 'pending', { state: 'failed', succeeded: null }, 'compare'],
    ['its sequence was used by another', 'pending', { state: 'dead', succeeded: null }, 'compare'],
    ['nobody knows of it', 'pending', null, 'compare'],
    ['it was done long ago', 'done', null, 'sign'],
  ]
  it.each(table)('%s', (_what, given, transaction, step) => {
    expect(fenceStep(given, transaction)).toBe(step)
  })
})

describe('the jobs that a call replaces', () => {
  const ended = new Map([
    [1, ['0xa', '0xb']],
    [2, ['0xb', '0xc']],
    [3, ['0xd']],
  ])

  it('are all under which any of its mints was signed, each once, and not its own', () => {
    expect(replacedJobs([1, 2], ended, '0xe')).toEqual(['0xa', '0xb', '0xc'])
    expect(replacedJobs([1, 2], ended, '0xb')).toEqual(['0xa', '0xc'])
    expect(replacedJobs([4], ended, '0xe')).toEqual([])
  })

  it('are as many as the contract takes, else the call waits for a new entry', () => {
    const many = (count: number) => new Map([[1, Array.from({ length: count }, (_, n) => `0x${n}`)]])
    expect(replacedJobs([1], many(replacedAtMost), '0xe')).toHaveLength(replacedAtMost)
    expect(replacedJobs([1], many(replacedAtMost + 1), '0xe')).toBeNull()
  })
})
