import { describe, expect, it } from 'vitest'
import {
  type Entry,
  type FenceStep,
  fenceStep,
  replacedAtMost,
  replacedJobs,
  writerStep,
} from '../../src/core/journal/fence.ts'
import { inPieces } from '../../src/core/lib/turns.ts'
import { type Interleaving, interleavings } from './model/interleavings.ts'
import { type Checks, doubles, emptyContract, execute, type MintCall } from './model/marked-contract.ts'
import { allRules, type Rules, twoSigners } from './model/two-signers.ts'

const allChecks: Checks = { trail: true, names: true }

function run(calls: readonly (MintCall & { reverts?: boolean })[], checks = allChecks) {
  let contract = emptyContract
  const verdicts = calls.map((one) => {
    const after = execute(contract, one, one.reverts, checks)
    contract = after.contract
    return after.verdict
  })
  return { verdicts, twice: doubles(contract), jobs: contract.jobs.size }
}

/** The calls of each branch as the contract with all its checks answers them, and what is minted twice where one is missing. */
function play({ branches }: Interleaving, without: Partial<Checks> = {}): string[][] {
  return branches.map((branch) => {
    const calls = branch.map(({ call, reverts = false }) => ({ ...call, reverts }))
    expect(run(calls)).toMatchObject({ verdicts: branch.map(({ verdict }) => verdict), twice: [] })
    return run(calls, { ...allChecks, ...without }).twice
  })
}

// test/chains/evm/interleavings.chain.test.ts plays the same to the contracts.
describe('two programs that mint with one key', () => {
  const { race, fork, retry, entry } = interleavings

  it(`race: ${race.what}`, () => {
    expect(play(race, { trail: false })).toEqual([['z']])
  })

  it(`fork: ${fork.what}`, () => {
    expect(play(fork, { trail: false })).toEqual([[], ['z']])
    const known = fork.branches.map((branch) => run(branch.slice(0, 2).map(({ call }) => call)).jobs)
    expect(known[0], 'a count would not tell the forks apart').toBe(known[1])
  })

  it(`retry: ${retry.what}`, () => {
    expect(play(retry, { names: false })).toEqual([['x']])
    const [failed, again] = retry.branches[0].map(({ call }) => call)
    const named = replacedJobs([0, 1], new Map([[0, [failed?.job ?? '']]]), again?.job ?? '')
    expect(named).toEqual(again?.fence.replaced)
  })

  it(`entry: ${entry.what}`, () => {
    expect(play(entry)).toEqual([[]])
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
  const histories = Number(process.env.MINTDESK_HISTORIES ?? 10_000)

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
