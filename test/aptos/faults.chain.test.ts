import { afterEach, describe, expect, it } from 'vitest'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { aptosFaults, isSubmission, otherTransaction, taken } from '../faults/aptos-faults.ts'
import { openRestProxy, type RestProxy } from '../faults/rest-proxy.ts'
import { aptosAddress } from '../minting/aptos-address.ts'
import type { OpenEngine, OpenEngineOptions } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { ended, onChain, openAptos } from './world.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Small batches, so that several go out in one request. */
const mintsPerBatch = 3

async function faulty(): Promise<{ world: OpenEngine; proxy: RestProxy }> {
  const proxy = await openRestProxy()
  closing.push(() => proxy.close())
  return { proxy, world: await open(await temporaryFolder(), proxy) }
}

async function open(dir: string, proxy: RestProxy, options: Partial<OpenEngineOptions> = {}): Promise<OpenEngine> {
  const aptosRpcUrl = (url: string) => {
    proxy.target = url
    return proxy.url
  }
  const world = await openAptos(dir, { override: { aptosRpcUrl, limits: { mintsPerBatch } }, ...options })
  closing.push(() => world.close())
  return world
}

/** Every mint succeeded, and the chain holds each once, where the rows say. */
async function each(world: OpenEngine, count: number): Promise<void> {
  const mints = await ended(world)
  expect(mints.map(({ error_message }) => error_message)).toEqual(Array(count).fill(null))
  const tokens = await onChain(world)
  expect(tokens.map(({ owner }) => owner).sort()).toEqual(
    Array.from({ length: count }, (_, n) => aptosAddress(n)).sort(),
  )
  const ownerOf = new Map(tokens.map(({ address, owner }) => [address, owner]))
  expect(mints.map(({ token_address }) => ownerOf.get(token_address ?? ''))).toEqual(
    mints.map(({ address }) => address),
  )
}

const attemptsOf = ({ db }: OpenEngine) => db.selectFrom('attempts').selectAll().execute()
const mintTransactions = ({ db }: OpenEngine) =>
  db.selectFrom('transactions').selectAll().where('purpose', '=', 'mint').execute()

describe('exactly once on Aptos', () => {
  it('answers to submissions that are lost change nothing', async () => {
    const { world, proxy } = await faulty()
    let calls = 0
    proxy.fate = (call) => (isSubmission(call) && calls++ % 2 === 0 ? 'lost' : 'pass')
    await world.addRun(24)
    await each(world, 24)
    expect(calls).toBeGreaterThan(1)
    expect(await mintTransactions(world)).toHaveLength(8)
  })

  it('what never arrives is sent again', async () => {
    const { world, proxy } = await faulty()
    let cut = 0
    proxy.fate = (call) => (isSubmission(call) && cut++ < 3 ? 'cut' : 'pass')
    await world.addRun(12)
    await each(world, 12)
    expect(await mintTransactions(world)).toHaveLength(4)
  })

  it('what the node took and forgot goes out again, the same bytes, once the ledger has gone on', async () => {
    const { world, proxy } = await faulty()
    let dropped = 0
    proxy.fate = (call) => {
      if (!isSubmission(call)) return 'pass'
      dropped++
      return taken(call)
    }
    await world.addRun(9)
    await expect.poll(() => dropped, { timeout: 60_000 }).toBeGreaterThan(0)
    proxy.heal()
    await otherTransaction(proxy.target)
    await each(world, 9)
    expect((await attemptsOf(world)).length).toBe(
      (await world.db.selectFrom('transactions').select('pk').execute()).length,
    )
  })

  it('submissions that arrive twice are made once', async () => {
    const { world, proxy } = await faulty()
    let twice = 0
    proxy.fate = (call) => {
      if (!isSubmission(call)) return 'pass'
      twice++
      return 'twice'
    }
    await world.addRun(24)
    await each(world, 24)
    expect(twice).toBeGreaterThan(1)
    expect(await mintTransactions(world)).toHaveLength(8)
  })

  it('what pays too little is replaced under the same sequence, and counts once', async () => {
    const { world, proxy } = await faulty()
    aptosFaults(proxy, 'fees')
    await world.addRun(6)
    await each(world, 6)
    const bumped =
      (await attemptsOf(world)).length - (await world.db.selectFrom('transactions').select('pk').execute()).length
    expect(bumped).toBeGreaterThan(0)
    const sequences = (await mintTransactions(world)).map(({ sequence }) => sequence)
    expect(new Set(sequences).size).toBe(sequences.length)
  })

  it('an old attempt that comes late, after its replacement, mints nothing', async () => {
    const { world, proxy } = await faulty()
    const late: { path: string; type: string; body: Buffer }[] = []
    aptosFaults(proxy, 'fees')
    const market = proxy.fate
    proxy.fate = (call) => {
      if (isSubmission(call)) late.push(call)
      return market(call)
    }
    await world.addRun(6)
    await each(world, 6)
    for (const { path, type, body } of late)
      await fetch(`${proxy.target}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: Uint8Array.from(body),
      })
    await otherTransaction(proxy.target)
    await each(world, 6)
  })

  it('all of that at once, again and again, doubles and loses nothing', async () => {
    const { world, proxy } = await faulty()
    aptosFaults(proxy, 'all')
    await world.addRun(240)
    await each(world, 240)
  })

  it('the node is killed in the middle, and has lost nothing', async () => {
    const { world } = await faulty()
    await world.addRun(120)
    const settled = async () =>
      (await mintsNow(world.db).select('pk').where('state', '=', 'succeeded').execute()).length
    await expect.poll(settled, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
    process.kill(world.aptos?.status().pid ?? 0, 'SIGKILL')
    await each(world, 120)
  })

  it('the engine ends at any point of the journal and goes on', async () => {
    const dir = await temporaryFolder()
    const points = [
      ...['before compose', 'after compose', 'before prepare', 'after prepare', 'before commit', 'after commit'],
      ...['before send', 'after send', 'before settle', 'after settle'],
    ]
    for (const [at, name] of points.entries()) {
      let stopped: (() => void) | undefined
      const reached = new Promise<void>((resolve) => {
        stopped = resolve
      })
      const world = await openAptos(dir, {
        override: { limits: { mintsPerBatch, transactionsInFlight: 1 } },
        point(point) {
          if (point !== name) return
          stopped?.()
          throw new Error('the process ends here')
        },
      })
      if (at === 0) await world.addRun(60)
      await reached
      await world.close()
    }
    const world = await openAptos(dir)
    closing.push(() => world.close())
    await each(world, 60)
  })
})
