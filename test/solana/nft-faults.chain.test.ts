import { afterEach, describe, expect, it } from 'vitest'
import type { LeafChange } from '../../src/core/chains/family/trees.ts'
import type { OwnToken } from '../../src/core/chains/family/work.ts'
import { rootOf } from '../../src/core/chains/solana/trees/proofs.ts'
import { collectionByPk } from '../../src/core/store/collections/collections.ts'
import { leavesBetween } from '../../src/core/store/collections/leaf-changes.ts'
import { treesOf } from '../../src/core/store/collections/trees.ts'
import { type FaultProxy, openProxy } from '../faults/proxy.ts'
import { skipSlots, solanaFaults } from '../faults/solana-faults.ts'
import { type OpenEngine, type OpenEngineOptions, solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { change, move, movedBeside, outcomeOf, rootOnChain, tokenAt, userOf } from './changes.ts'
import { ended, nodeFor, openSolana, real } from './world.ts'

/** More than the smallest tree holds: their tree has a canopy. */
const count = 36
const moved = [0, 1, 2, 3, 4, 5]
const burnt = [6, 7]
const recipient = (place: number) => solanaRecipientOf(500 + place)

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open(dir: string, proxy: FaultProxy, options: Partial<OpenEngineOptions> = {}): Promise<OpenEngine> {
  const solanaRpcUrl = (url: string) => {
    proxy.target = url
    return proxy.url
  }
  const world = await openSolana(dir, nodeFor('nft-faults'), { override: { solanaRpcUrl }, ...options })
  closing.push(() => world.close())
  return world
}

/** NFTs of one user, minted. */
async function minted(kind = 'certified') {
  const proxy = await openProxy()
  closing.push(() => proxy.close())
  const dir = await temporaryFolder()
  const world = await open(dir, proxy, { start: false })
  const ann = await userOf('ann')
  const { db, collectionPk, engine } = world
  await db.updateTable('collections').set({ contract_kind: kind }).where('pk', '=', collectionPk).execute()
  await engine.start()
  await world.addRun(count, { recipient: () => ann.account.address })
  await ended(world)
  return { world, proxy, dir, ann }
}
type Minted = Awaited<ReturnType<typeof minted>>

/** Asks for updates, transfers and burns of many NFTs of a tree at once; the updates of one come one after the other. */
async function ask({ world, ann }: Pick<Minted, 'world' | 'ann'>): Promise<void> {
  for (const place of moved) {
    for (const uri of ['https://example.com/1', 'https://example.com/2'])
      await change(world, place, { uri, name: `Name ${place}` })
    await move(world, place, ann, recipient(place))
  }
  for (const place of burnt) await change(world, place, { holder: ann.account.address, owner: ann.owner })
}

/** Everything that was asked for is done, once, as the tree's own history tells, and the journal knows the tree. */
async function done(world: OpenEngine): Promise<void> {
  for (const table of ['actions', 'transfers'] as const) {
    const rows = await world.db.selectFrom(table).select('pk').execute()
    const ends = await Promise.all(rows.map(({ pk }) => outcomeOf(world, table, pk)))
    expect(ends.map(({ status, message }) => [status, message])).toEqual(rows.map(() => ['succeeded', null]))
  }
  const [tree] = await treesOf(world.db, world.collectionPk)
  const { trees } = await world.chains.client('practice', 'solana')
  if (!tree || !trees) throw new Error('no tree')
  expect(tree.canopy).toBeGreaterThan(0)
  const { changes } = await trees.historyOf(tree.address, null, async () => new Set())
  // The making of a tree is told as a change of its first place.
  const of = ({ leafContext }: OwnToken) =>
    changes
      .filter(({ place, sequence }) => place === leafContext?.leaf.place && sequence > 0)
      .sort((a, b) => a.sequence - b.sequence)
  const moves = (all: LeafChange[]) => all.filter(({ says }, at) => at > 0 && says?.owner !== all[at - 1]?.says?.owner)
  for (const place of moved) {
    const { own } = await tokenAt(world, place)
    const all = of(own)
    expect([place, moves(all).map(({ says }) => says?.owner)]).toEqual([place, [recipient(place)]])
    expect(own.texts.uri).toBe('https://example.com/2')
    // An update that is made again leaves what it left before.
    const states = all.flatMap(({ says }) => says?.dataHash ?? []).filter((hash, at, hashes) => hash !== hashes[at - 1])
    expect(states).toHaveLength(3)
  }
  for (const place of burnt)
    expect(of((await tokenAt(world, place)).own).map((one) => trees.isGone(one))).toEqual([false, true])
  const leaves = await leavesBetween(world.db, tree.pk, 0, tree.capacity)
  const { contract_kind: kind, contract_address: contract } = await collectionByPk(world.db, world.collectionPk)
  expect(Buffer.from(rootOf(tree.depth, leaves, kind === 'core' ? contract : null)).toString('hex')).toBe(
    await rootOnChain(world, tree.address, tree.depth),
  )
}

// What goes wrong changes the order in which trees are written, which no tape could hold.
describe.skipIf(!real)('changes of NFTs on Solana, exactly once', () => {
  it.each([
    ['expire', 'certified'],
    ['fork', 'certified'],
    ['all', 'certified'],
    ['all', 'core'],
  ] as const)('transactions that are lost, or stand on forks: %s, %s', async (faults, kind) => {
    const made = await minted(kind)
    solanaFaults(made.proxy, faults)
    await ask(made)
    await done(made.world)
  })

  it('answers that are lost change nothing, and neither does the end of the node', async () => {
    const made = await minted()
    let calls = 0
    made.proxy.fate = ({ method }) => (method === 'sendTransaction' && calls++ % 2 === 0 ? 'lost' : 'pass')
    await ask(made)
    const settled = () => made.world.db.selectFrom('actions').select('pk').where('status', '=', 'succeeded').execute()
    await expect.poll(async () => (await settled()).length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
    process.kill(made.world.solana?.status().pid ?? 0, 'SIGKILL')
    await done(made.world)
  })

  it('the engine ends at any point of the journal and goes on', async () => {
    const { world: first, dir, proxy, ann } = await minted()
    await first.close()
    closing.pop()
    const points = ['before commit', 'after commit', 'before send', 'after send', 'before settle', 'after settle']
    for (const [at, name] of points.entries()) {
      let stopped: (() => void) | undefined
      const reached = new Promise<void>((resolve) => {
        stopped = resolve
      })
      const world = await openSolana(dir, nodeFor('nft-faults'), {
        point(point) {
          if (point !== name) return
          stopped?.()
          throw new Error('the process ends here')
        },
      })
      if (at === 0) await ask({ world, ann })
      await reached
      await world.close()
    }
    await done(await open(dir, proxy))
  })

  it.each(['certified', 'core'])('a node that hides what it included has nothing done twice: %s', async (kind) => {
    const { world, proxy, ann } = await minted(kind)
    let hiding = true
    const hidden = new Set<string>()
    proxy.fate = ({ method, params }) => {
      if (!hiding) return 'pass'
      if (method === 'getTransaction') return hidden.has(String(params[0])) ? { answer: () => null } : 'pass'
      if (method !== 'getSignatureStatuses') return 'pass'
      const asked = params[0] as string[]
      for (const hash of asked) hidden.add(hash)
      return {
        answer: (result) => ({ ...(result as object), value: asked.map(() => null) }),
      }
    }
    await ask({ world, ann })
    await expect.poll(() => hidden.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
    await skipSlots(proxy, 200)
    const dead = () => world.db.selectFrom('transactions').select('pk').where('state', '=', 'dead').execute()
    await expect.poll(async () => (await dead()).length, { timeout: 60_000 }).toBeGreaterThan(0)
    hiding = false
    await done(world)
  })

  it('more changes beside it than a tree keeps make a proof stale, and it is made anew', async () => {
    const { world, ann } = await minted()
    const bob = await userOf('bob')
    const tokens = await Promise.all(Array.from({ length: count }, (_, place) => tokenAt(world, place)))
    const at = (leaf: number) => tokens.findIndex(({ own }) => own.leafContext?.leaf.place === leaf)
    const ownAt = async (leaf: number) => (await tokenAt(world, at(leaf))).own
    // A tree of this size keeps 64 changes.
    const nfts = { first: await ownAt(35), second: await ownAt(0) }
    await movedBeside(world, [ann.account, bob.account], nfts, 66)
    const transfer = await move(world, at(34), ann, recipient(34))
    expect(await outcomeOf(world, 'transfers', transfer)).toMatchObject({ status: 'succeeded' })
    expect((await ownAt(34)).leafContext?.leaf.owner).toBe(recipient(34))
    expect((await ownAt(35)).leafContext?.leaf.owner).toBe(bob.account.address)
  })
})
