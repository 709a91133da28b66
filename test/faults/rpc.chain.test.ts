/** Everything an RPC can do wrong between the engine and the chain: each row is minted exactly once, and the person is told. */

import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { type OpenEngine, openEngine, recipientOf, runFinished, until } from '../minting/open-engine.ts'
import { expectTruth } from '../minting/truth.ts'
import { type Fate, type FaultProxy, openProxy, type RpcCall } from './proxy.ts'

let dir: string
let proxy: FaultProxy
let engine: OpenEngine
let minted = 0
let looked = 0
let scenario = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-rpc-'))
  proxy = await openProxy()
  engine = await openEngine({
    dir,
    blockMs: 100,
    timing: { groupMs: 30, pollMs: 30 },
    override: {
      timeoutMs: 1_000,
      limits: { mintsPerBatch: 10 },
      rpcUrl: (_chain, url) => {
        proxy.target = url
        return proxy.url
      },
    },
  })
  await start().finished()
})
afterEach(() => proxy.heal())
afterAll(async () => {
  proxy.heal()
  await engine.close()
  await proxy.close()
  await rm(dir, { recursive: true, force: true })
})

/** A run of four batches, a group of the API's and a lone mint, all for people who get nothing else. */
function start(): { finished(): Promise<void> } {
  scenario++
  const from = scenario * 1000
  const id = createHash('sha256').update(`scenario ${scenario}`).digest('hex')
  const added = Promise.all([
    engine.addRun(40, { id, recipient: (ordinal) => recipientOf(from + ordinal) }),
    engine.addMints([`a${from}`, `b${from + 1}`, `c${from + 2}`]),
  ])
  minted += 43
  return {
    async finished() {
      await added
      await runFinished(engine, id)
      await until('all settled', async () => {
        const waiting = await mintsNow(engine.db).select('pk').where('state', 'in', ['queued', 'composed']).execute()
        return waiting.length === 0
      })
      proxy.heal()
      await expectTruth(engine, minted, looked)
      looked = minted
    },
  }
}

/** Lets `fate` strike each call that `of` picks, at most so many times; how often it did. */
function strike(of: (call: RpcCall) => boolean, fate: Fate, times = Number.POSITIVE_INFINITY): () => number {
  let struck = 0
  proxy.fate = (call) => {
    if (!of(call) || struck >= times) return 'pass'
    struck++
    return fate
  }
  return () => struck
}

const any = () => true
const method =
  (...names: string[]) =>
  (call: RpcCall) =>
    names.includes(call.method)
const sends = method('eth_sendRawTransaction')

/** What the engine says while nothing gets through: a sentence, with what is the matter. */
async function saysWhile(fate: Fate, matter: RegExp, of: (call: RpcCall) => boolean = any): Promise<void> {
  const run = start()
  const struck = strike(of, fate)
  // On a busy machine an answer may be late as well, and is what is said first.
  const said = await until(`a notice of ${matter}`, async () => {
    const text = engine.engine.notice(engine.project.id, 'polygon')?.text
    return text !== undefined && matter.test(text) && text
  })
  expect(said).toMatch(/^[A-Z].{20,}\.$/)
  expect(said).not.toMatch(/undefined|\n|http:|0x[0-9a-f]{70}/)
  await until('it is tried again', async () => struck() > 2)
  proxy.heal()
  await run.finished()
  await until('nothing is said any more', async () => engine.engine.notice(engine.project.id, 'polygon') === null)
}

describe('answers that are lost', () => {
  test('after the node took the transactions', async () => {
    const struck = strike(sends, 'lost', 3)
    await start().finished()
    expect(struck()).toBe(3)
  })
  test('of every call, for a while', async () => {
    let calls = 0
    proxy.fate = () => (++calls % 20 === 0 ? 'lost' : 'pass')
    await start().finished()
    expect(calls).toBeGreaterThan(60)
  })
  test('by timeouts, the transactions being in', async () => {
    const struck = strike(sends, 'hang', 1)
    await start().finished()
    expect(struck()).toBe(1)
  })
  test('because the connection is cut', async () => {
    await saysWhile('cut', /Polygon/)
  })
})

describe('refusals', () => {
  test('429 without Retry-After', async () => {
    await saysWhile({ status: 429, body: 'slow down' }, /fewer calls/)
  })
  test('429 with Retry-After: asked again no sooner', async () => {
    const run = start()
    const at: number[] = []
    proxy.fate = ({ method }) => {
      if (method !== 'eth_chainId') return 'pass'
      at.push(performance.now())
      return at.length === 1 ? { status: 429, headers: { 'retry-after': '1' }, body: '{}' } : 'pass'
    }
    await run.finished()
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(900)
  })
  test('429 for sends alone', async () => {
    const struck = strike(sends, { code: 429, message: 'Too Many Requests' }, 6)
    await start().finished()
    expect(struck()).toBe(6)
  })
  test('500 for everything', async () => {
    await saysWhile({ status: 500, body: 'Internal Server Error' }, /does not answer/)
  })
  test('HTML in place of JSON', async () => {
    await saysWhile(
      {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Checking your browser</body></html>',
      },
      /does not answer/,
    )
  })
  test('-32603 for everything', async () => {
    await saysWhile({ code: -32603, message: 'Internal error' }, /does not answer/)
  })
  test('-32603 for transactions that were taken all the same', async () => {
    const struck = strike(sends, { code: -32603, message: 'Internal error', after: true }, 4)
    await start().finished()
    expect(struck()).toBe(4)
  })
  test('-32603 now and then, in the middle of anything', async () => {
    let calls = 0
    proxy.fate = () => (++calls % 60 === 0 ? { code: -32603, message: 'Internal error' } : 'pass')
    await start().finished()
    expect(calls).toBeGreaterThan(60)
  })
})

describe('answers that are wrong', () => {
  test('reordered within a batch', async () => {
    let batches = 0
    proxy.batch = (answers) => {
      batches++
      return answers.toReversed()
    }
    await start().finished()
    expect(batches).toBeGreaterThan(5)
  })
  test('duplicated and reordered', async () => {
    proxy.batch = (answers) => [...answers.toReversed(), ...answers]
    await start().finished()
  })
  test('left out of a batch', async () => {
    let batches = 0
    proxy.batch = (answers) => (++batches % 4 === 0 ? answers.slice(1) : answers)
    await start().finished()
    expect(batches).toBeGreaterThan(8)
  })
  test('of another chain', async () => {
    await saysWhile({ answer: () => '0x1' }, /another chain/, method('eth_chainId', 'net_version'))
  })
  test('of a node that lags three blocks behind', async () => {
    proxy.fate = () => ({ lag: 3 })
    await start().finished()
  })
  test('of one node that is up to date and one that lags four blocks behind, in turn', async () => {
    let calls = 0
    proxy.fate = () => (++calls % 2 === 0 ? { lag: 4 } : 'pass')
    await start().finished()
  })
  test('receipts that come late', async () => {
    const first = new Map<string, number>()
    let late = 0
    const isLate = (hash: unknown): boolean => {
      const key = String(hash)
      if (!first.has(key)) first.set(key, performance.now())
      const waits = performance.now() - (first.get(key) ?? 0) < 700
      if (waits) late++
      return waits
    }
    proxy.fate = (call) => {
      if (call.method === 'eth_getTransactionReceipt' && isLate(call.params[0])) return { answer: () => null }
      return 'pass'
    }
    await start().finished()
    expect(late).toBeGreaterThan(2)
    const dead = await engine.db.selectFrom('transactions').select('pk').where('state', '=', 'dead').execute()
    expect(dead).toEqual([])
  })
})

describe('methods that are refused', () => {
  const missing = { code: -32601, message: 'the method does not exist/is not available' }
  test('the tag finalized', async () => {
    const struck = strike(({ params }) => params.includes('finalized'), { code: -32602, message: 'invalid block tag' })
    await start().finished()
    expect(struck()).toBeGreaterThan(0)
  })
  test('eth_maxPriorityFeePerGas and eth_feeHistory', async () => {
    strike(method('eth_maxPriorityFeePerGas', 'eth_feeHistory'), missing)
    await start().finished()
  })
  test('batches', async () => {
    let refused = 0
    proxy.batch = () => {
      refused++
      return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Batch requests are not supported' } }
    }
    await start().finished()
    expect(refused).toBeGreaterThan(0)
    // Those that were under way when the first was refused, and none later.
    expect(refused).toBeLessThan(5)
  })
})
