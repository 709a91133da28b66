/** Ctrl+C while something is asked for: what is said afterwards is what is known. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkAndMove } from '../../src/cli/commands/hand-over.ts'
import { mintWith } from '../../src/cli/commands/mint.ts'
import type { Context } from '../../src/cli/context.ts'
import type { AppClient } from '../../src/shared/app-client.ts'
import { CallError } from '../../src/shared/http-client.ts'

const coin = { amount: '0', currency: 'POL', decimals: 18 }
const fee = { low: coin, expected: coin, high: coin }
const treasury = { address: '0x01', balance: coin, reserved: coin }
const priced = { chain: 'polygon', chainLabel: 'Polygon', practice: true, transactions: 1, seconds: 1, cap: null }
const lost = new CallError(0, 'core.unreachable', 'Mintdesk’s core does not answer.')

let folder: string
let file: string
let stop: AbortController
let called: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-interrupted-'))
  file = join(folder, 'list.csv')
  await writeFile(file, 'recipient\n')
  stop = new AbortController()
  called = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const context = (): Context => ({
  ...{ stop: stop.signal, project: undefined, dataDir: folder, root: folder, version: '1', typed: (one) => one },
  terminal: {
    ...{ json: false, stream: process.stderr, columns: 80, live: false, canAsk: false },
    ...{ say: () => undefined, note: () => undefined, result: () => undefined },
  },
})

/** A core that answers so; `at` is the call in which the person stops the command and the core is lost. */
function coreWith(answers: Record<string, unknown>, at: string): AppClient {
  const calls = Object.entries({ ...answers, [at]: undefined }).map(([name, answer]) => [
    name,
    async () => {
      called.push(name)
      if (name !== at) return answer
      stop.abort()
      throw lost
    },
  ])
  return { ...Object.fromEntries(calls), findings: async function* () {} } as unknown as AppClient
}

describe('mint', () => {
  const counts = { rows: 1, ready: 1, errors: 0, warnings: 0, skipped: 0, nfts: 1 }
  const sheet = { id: 'a', name: 'list.csv', state: 'checked', counts, codes: [], columns: [], sheets: [], options: {} }
  const answers = {
    collections: [{ id: 'default-polygon', chain: 'polygon', chainLabel: 'Polygon', unavailable: null }],
    ...{ runs: [], createImport: sheet, dropImport: undefined, rates: { money: 'EUR', coins: {} } },
    quote: {
      ...{ ...priced, collectionId: 'default-polygon', nfts: 1, fee, contractFee: coin, contractBeside: coin },
      ...{ trees: 0, treesFee: coin, dataFee: coin, gasPrice: { low: '1', expected: '1', high: '1' } },
      ...{ treasury, shortfall: coin },
    },
  }
  const ending = (at: string) =>
    mintWith({
      ...{ ...context(), api: coreWith(answers, at), file, options: { collection: 'default-polygon', yes: true } },
      connection: { own: false, url: 'http://127.0.0.1:1' } as never,
    }).catch(({ code, message }) => ({ code, message }))

  it('stopped before the run was asked for, nothing was minted', async () => {
    expect(await ending('quote')).toEqual({ code: 'interrupted', message: 'Interrupted: nothing was minted.' })
  })

  it('of a file of which nothing is left goes on with no run of its name that somebody paused, and says how to', async () => {
    const said: string[] = []
    const run = {
      ...{ id: 'run-1', name: 'list.csv', collectionId: 'default-polygon', chain: 'polygon', state: 'paused' },
      ...{
        counts: { total: 9, succeeded: 4, failed: 0, cancelled: 0 },
        transactions: 1,
        gasUsed: 1,
        completedAt: null,
      },
      ...{
        fee: coin,
        quotedFee: coin,
        restFee: coin,
        feeDifferencePercent: 0,
        contractAddress: null,
        entering: null,
        notice: null,
        rate: null,
        secondsLeft: null,
      },
    }
    const repeated = { ...sheet, counts: { ...counts, ready: 0, nfts: 0, skipped: 1 } }
    const { terminal, ...others } = context()
    const code = await mintWith({
      ...{ ...others, terminal: { ...terminal, say: (line = '') => said.push(line) } },
      api: coreWith({ ...answers, createImport: repeated, runs: [run], runOf: run, orderRun: run }, 'none'),
      ...{ file, options: { collection: 'default-polygon', yes: true } },
      connection: { own: false, url: 'http://127.0.0.1:1' } as never,
    })
    expect(code).toBe(130)
    expect(called).not.toContain('orderRun')
    expect(said.join(' ')).toMatch(/a run of a file of this name is paused.*runs resume run-1/)
  })

  it('stopped while the run is asked for, and the answer is lost: nobody says that nothing was minted', async () => {
    expect(await ending('startRun')).toEqual({ code: 'core.unreachable', message: lost.message })
  })
})

describe('hand-over', () => {
  const nfts = { total: 1, waiting: 1, sent: 0, succeeded: 0, failed: 0, cancelled: 0, unmovable: 0 }
  const rows = { total: 1, unseen: 0, ready: 1, empty: 0, errors: 0, repeated: 0, warnings: 0 }
  const handOver = { ...{ id: 'h', name: 'list.csv', state: 'checked', findings: [], rows, nfts, chains: [] } }
  const quoted = { ...priced, nfts: 1, fee, parts: [], treasury, shortfall: coin }
  const answers = {
    ...{ createHandOver: handOver, handOverRows: { rows: [] }, dropHandOver: undefined },
    ...{ handOverQuote: { chains: [quoted] }, startHandOver: handOver },
  }
  const ending = (given: object, at: string, maxFee?: string) =>
    checkAndMove(context(), coreWith({ ...answers, ...given }, at), file, {
      ...{ yes: true, ...(maxFee === undefined ? {} : { maxFee: [{ chain: undefined, price: maxFee }] }) },
    }).catch(({ code, message }) => ({ code, message }))

  it('stopped before it was begun, nothing was moved, and it is dropped', async () => {
    expect(await ending({}, 'handOverQuote')).toEqual({
      code: 'interrupted',
      message: 'Interrupted: nothing was moved.',
    })
    expect(called.at(-1)).toBe('dropHandOver')
  })

  it('stopped while it is begun, and the answer is lost: nobody says that nothing was moved', async () => {
    expect(await ending({}, 'startHandOver')).toEqual({ code: 'core.unreachable', message: lost.message })
    expect(called).not.toContain('dropHandOver')
  })

  it('a fee ceiling is refused where nothing has gas, before anybody is asked', async () => {
    const chains = [{ ...quoted, chain: 'solana', chainLabel: 'Solana' }]
    expect(await ending({ handOverQuote: { chains } }, 'none', '50')).toMatchObject({
      code: 'run.feeCeiling',
      message: expect.stringContaining('Solana has no gas'),
    })
    expect(called.at(-1)).toBe('dropHandOver')
    expect(called).not.toContain('startHandOver')
  })
})
