import { afterEach, describe, expect, it, vi } from 'vitest'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { type FaultProxy, openProxy } from '../faults/proxy.ts'
import { skipSlots, solanaFaults } from '../faults/solana-faults.ts'
import { type OpenEngine, type OpenEngineOptions, solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { ended, nodeFor, onChain, openSolana, real } from './world.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function faulty(kind = 'certified'): Promise<{ world: OpenEngine; proxy: FaultProxy; dir: string }> {
  const proxy = await openProxy()
  closing.push(() => proxy.close())
  const dir = await temporaryFolder()
  const world = await open(dir, proxy, { start: false })
  const { db, collectionPk, engine } = world
  await db.updateTable('collections').set({ contract_kind: kind }).where('pk', '=', collectionPk).execute()
  await engine.start()
  return { world, proxy, dir }
}

async function open(dir: string, proxy: FaultProxy, options: Partial<OpenEngineOptions> = {}): Promise<OpenEngine> {
  const solanaRpcUrl = (url: string) => {
    proxy.target = url
    return proxy.url
  }
  const world = await openSolana(dir, nodeFor('faults'), { override: { solanaRpcUrl }, ...options })
  closing.push(() => world.close())
  return world
}

async function each(world: OpenEngine, count: number): Promise<void> {
  const mints = await ended(world)
  expect(mints.map(({ error_message }) => error_message)).toEqual(Array(count).fill(null))
  // A node that was killed may be on its way up.
  const owners = (await vi.waitFor(() => onChain(world), { timeout: 60_000, interval: 200 })).map(({ owner }) => owner)
  expect(owners.sort()).toEqual(Array.from({ length: count }, (_, n) => solanaRecipientOf(n)).sort())
}

const kinds = ['certified', 'core']

// What goes wrong changes the order in which trees are written, which no tape could hold.
describe.skipIf(!real)('exactly once on Solana', () => {
  it.each(kinds)('transactions that never arrive expire, and are made anew: %s', async (kind) => {
    const { world, proxy } = await faulty(kind)
    let dropped = 0
    proxy.fate = ({ method }) => {
      if (method !== 'sendTransaction') return 'pass'
      dropped++
      // Taken, it says, and lost: what nodes under load do.
      return { code: -32005, message: 'Node is behind' }
    }
    await world.addRun(7)
    await expect.poll(() => dropped, { timeout: 60_000 }).toBeGreaterThan(0)
    await skipSlots(proxy, 200)
    proxy.heal()
    await each(world, 7)
    const dead = await world.db.selectFrom('transactions').select('pk').where('state', '=', 'dead').execute()
    expect(dead.length).toBeGreaterThan(0)
  })

  it('answers that are lost change nothing', async () => {
    const { world, proxy } = await faulty()
    let calls = 0
    proxy.fate = ({ method }) => (method === 'sendTransaction' && calls++ % 2 === 0 ? 'lost' : 'pass')
    await world.addRun(12)
    await each(world, 12)
  })

  it('a block that comes to nothing takes nothing along: what stood in it goes out again, as long as it can', async () => {
    const { world, proxy } = await faulty()
    solanaFaults(proxy, 'fork')
    await world.addRun(9)
    await each(world, 9)
  })

  it('all of that at once, again and again, doubles and loses nothing', async () => {
    const { world, proxy } = await faulty()
    solanaFaults(proxy, 'all')
    await world.addRun(60)
    await each(world, 60)
  })

  it('the node is killed in the middle, and has lost nothing', async () => {
    const { world } = await faulty()
    await world.addRun(30)
    const settled = async () =>
      (await mintsNow(world.db).select('pk').where('state', '=', 'succeeded').execute()).length
    await expect.poll(settled, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
    process.kill(world.solana?.status().pid ?? 0, 'SIGKILL')
    await each(world, 30)
  })

  it('the engine ends at any point of the journal and goes on', async () => {
    const proxy = await openProxy()
    closing.push(() => proxy.close())
    const dir = await temporaryFolder()
    const points = [
      'after compose',
      'before commit',
      'after commit',
      'before send',
      'after send',
      'before settle',
      'after settle',
    ]
    for (const [at, name] of points.entries()) {
      let stopped: (() => void) | undefined
      const reached = new Promise<void>((resolve) => {
        stopped = resolve
      })
      const world = await openSolana(dir, nodeFor('faults'), {
        point(point) {
          if (point !== name) return
          stopped?.()
          throw new Error('the process ends here')
        },
      })
      if (at === 0) await world.addRun(10)
      await reached
      await world.close()
    }
    const world = await open(dir, proxy)
    await each(world, 10)
  })

  it.each(kinds)(
    'a node that hides what it included is found out by the tree, nothing is minted twice: %s',
    async (kind) => {
      const { world, proxy } = await faulty(kind)
      let hiding = true
      const hidden = new Set<string>()
      proxy.fate = ({ method, params }) => {
        // The tree's history is asked for when the transactions count as dead: from then on nothing is hidden.
        if (method === 'getSignaturesForAddress') hiding = false
        if (!hiding) return 'pass'
        const none = { answer: () => null }
        if (method === 'getTransaction') return hidden.has(String(params[0])) ? none : 'pass'
        if (method !== 'getSignatureStatuses') return 'pass'
        return {
          answer: (result) => {
            const { value, ...rest } = result as { value: unknown[] }
            const asked = params[0] as string[]
            return { ...rest, value: value.map((status, at) => (hidden.has(asked[at] ?? '') ? null : status)) }
          },
        }
      }
      const mintSent = async () => {
        const rows = await world.db
          .selectFrom('attempts')
          .innerJoin('transactions', 'transactions.pk', 'attempts.transaction_pk')
          .select(['attempts.hash'])
          .where('transactions.purpose', '=', 'mint')
          .where('transactions.state', 'in', ['signed', 'sent'])
          .execute()
        for (const { hash } of rows) hidden.add(hash)
        return rows.length
      }
      const watch = setInterval(() => void mintSent().catch(() => {}), 5)
      closing.push(async () => clearInterval(watch))
      await world.addRun(6)
      await expect.poll(() => hidden.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
      await skipSlots(proxy, 200)
      const dead = () => world.db.selectFrom('transactions').select('pk').where('state', '=', 'dead').execute()
      await expect.poll(async () => (await dead()).length, { timeout: 60_000 }).toBeGreaterThan(0)
      clearInterval(watch)
      await each(world, 6)
    },
  )
})
