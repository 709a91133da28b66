import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClaimedLeaf } from '../../src/core/chains/family/assets.ts'
import { nodeOf } from '../../src/core/chains/solana/trees/changes.ts'
import { provedIn } from '../../src/core/chains/solana/trees/merkle.ts'
import { rootOf } from '../../src/core/chains/solana/trees/proofs.ts'
import { readTreesOf } from '../../src/core/minting/reconcile/read-tree.ts'
import { holderOfToken } from '../../src/core/minting/transfers/token-holder.ts'
import { leavesBetween } from '../../src/core/store/collections/leaf-changes.ts'
import { treesOf } from '../../src/core/store/collections/trees.ts'
import { type OpenEngine, solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { byThemselves, change, mintsOf, move, movedBeside, outcomeOf, rootOnChain, tokenAt, userOf } from './changes.ts'
import { ended, newTape, nodeFor, openSolana } from './world.ts'

let world: OpenEngine
let ann: Awaited<ReturnType<typeof userOf>>
const somebody = solanaRecipientOf(77)

beforeAll(async () => {
  await newTape('foreign')
  ann = await userOf('ann')
  world = await openSolana(await temporaryFolder(), nodeFor('foreign'))
  await world.addRun(6, { recipient: () => ann.account.address })
  await ended(world)
})
afterAll(() => world.close())

/** The tree on chain is what the journal's leaves come to. */
async function sameRoot(): Promise<void> {
  const [tree] = await treesOf(world.db, world.collectionPk)
  const { pk, address, depth, capacity } = tree ?? { pk: 0, address: '', depth: 0, capacity: 0 }
  const leaves = await leavesBetween(world.db, pk, 0, capacity)
  expect(Buffer.from(rootOf(depth, leaves)).toString('hex')).toBe(await rootOnChain(world, address, depth))
}

/** A leaf of the tree as a DAS provider would tell of it now. */
async function told(place: number): Promise<ClaimedLeaf> {
  const [tree] = await treesOf(world.db, world.collectionPk)
  const { pk, address, depth, capacity } = tree ?? { pk: 0, address: '', depth: 0, capacity: 0 }
  const leaves = await leavesBetween(world.db, pk, 0, capacity)
  const leaf = leaves.find((one) => one.place === place)
  if (!leaf) throw new Error(`nothing lies at ${place}`)
  const { proof } = provedIn(depth, new Map(leaves.map((one) => [one.place, nodeOf(one, null)])), place)
  return { ...leaf, tree: address, more: null, proof: proof.map((node) => Buffer.from(node).toString('hex')) }
}

const proved = async (...claims: ClaimedLeaf[]) => {
  const { assets } = await world.chains.client('practice', 'solana')
  return assets?.proved(claims)
}

async function holder(place: number): Promise<string | null> {
  const client = await world.chains.client('practice', 'solana')
  const { trees } = client
  const mint = (await mintsOf(world))[place]
  if (!trees || !mint) throw new Error('no mint')
  await readTreesOf(world.db, client, [mint.token_address ?? ''])
  return holderOfToken(world.db, trees, mint)
}

describe('a tree that wallets of others write to', () => {
  it('has the root that the journal computes from its leaves', sameRoot)

  it('proves what lies in it, and nothing that somebody only says', async () => {
    const [one, two] = [await told(0), await told(1)]
    const { assets } = await world.chains.client('practice', 'solana')
    const [changes] = (await assets?.treeChanges([one.tree, somebody])) ?? []
    expect(changes).toBeGreaterThanOrEqual(4)
    expect(await assets?.treeChanges([one.tree, somebody])).toEqual([changes, null])
    expect(
      await proved(
        ...[one, two, { ...one, owner: somebody }, { ...one, delegate: somebody }, { ...one, dataHash: two.dataHash }],
        // Another's name for what lies there, its place, and a proof that ends too early.
        ...[
          { ...one, address: two.address },
          { ...one, place: 1 },
          { ...one, proof: one.proof.slice(1) },
        ],
        { ...one, tree: somebody },
      ),
    ).toEqual([changes, changes, ...Array.from({ length: 7 }, () => null)])
  })

  it('is read again when a proof is stale, and the update is made for who holds the NFT now', async () => {
    const { own } = await tokenAt(world, 0)
    await byThemselves(world, ann.account, (by) => by.transfer(own, ann.account.address, somebody))
    const update = await change(world, 0, { uri: 'https://example.com/new.json', name: 'New' })
    expect(await outcomeOf(world, 'actions', update)).toMatchObject({ status: 'succeeded', code: null })
    expect((await tokenAt(world, 0)).own).toMatchObject({
      texts: { name: 'New', uri: 'https://example.com/new.json' },
      leafContext: { leaf: { owner: somebody } },
    })
    await sameRoot()
  })

  it('tells who holds an NFT that was moved, and why it can no longer be moved from here', async () => {
    const { own } = await tokenAt(world, 1)
    const [before, other] = [await told(1), await told(3)]
    await byThemselves(world, ann.account, (by) => by.transfer(own, ann.account.address, somebody))
    const transfer = await move(world, 1, ann, solanaRecipientOf(78))
    const end = await outcomeOf(world, 'transfers', transfer)
    expect(end).toMatchObject({ status: 'failed', code: 'transfer.notHeld', transaction: null })
    expect(end.message).toContain(`is held by ${somebody} now`)
    expect(await holder(1)).toBe(somebody)
    await sameRoot()
    // Proofs of before: what was moved is no longer where it was, what was not is.
    expect(await proved(before, other, await told(1))).toEqual([null, expect.any(Number), expect.any(Number)])
  })

  it('tells that an NFT was burnt, by whoever held it', async () => {
    const { own } = await tokenAt(world, 2)
    await byThemselves(world, ann.account, (by) => by.burn(own, ann.account.address))
    expect(await holder(2)).toBeNull()
    const update = await change(world, 2, { uri: 'https://example.com/new.json', name: 'New' })
    expect(await outcomeOf(world, 'actions', update)).toMatchObject({ status: 'failed', code: 'nft.burnt' })
    // What was asked for is so.
    const burn = await change(world, 2, { holder: ann.account.address, owner: ann.owner })
    expect(await outcomeOf(world, 'actions', burn)).toMatchObject({ status: 'succeeded' })
    await sameRoot()
  })

  it('takes further mints, and changes of what nobody touched', async () => {
    await world.addMints(['7'])
    await ended(world)
    const transfer = await move(world, 3, ann, somebody)
    expect(await outcomeOf(world, 'transfers', transfer)).toMatchObject({ status: 'succeeded' })
    expect(await holder(3)).toBe(somebody)
    await sameRoot()
  })

  it('has forgotten a change that the journal does not know, and a proof is made anew', async () => {
    const bob = await userOf('bob')
    const [first, second] = [(await tokenAt(world, 4)).own, (await tokenAt(world, 5)).own]
    // A tree of this size keeps 8 changes.
    await movedBeside(world, [ann.account, bob.account], { first, second }, 10)
    const update = await change(world, 3, { uri: 'https://example.com/3.json', name: 'Three' })
    expect(await outcomeOf(world, 'actions', update)).toMatchObject({ status: 'succeeded' })
    expect([await holder(4), await holder(5)]).toEqual([bob.account.address, ann.account.address])
    await sameRoot()
  })
})
