import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mintV1, setTreeDelegate } from '@metaplex-foundation/mpl-bubblegum'
import { createNoopSigner, publicKey } from '@metaplex-foundation/umi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  compressionProgram,
  logWrapper,
  metadataArgs,
  offline,
  plain,
} from '../../src/core/chains/solana/instructions/instructions.ts'
import { rootOf } from '../../src/core/chains/solana/trees/proofs.ts'
import { leavesBetween } from '../../src/core/store/collections/leaf-changes.ts'
import { treesOf } from '../../src/core/store/collections/trees.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'
import { type OpenEngine, solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { byThemselves, rootOnChain, userOf } from './changes.ts'
import { recoverIn } from './recovery.ts'
import { ended, newTape, nodeFor, onChain, openSolana, untaped, words } from './world.ts'

/** Places of the smallest tree, and what the first run leaves of them. */
const places = 32
const left = 2
/** NFTs that another program mints in one of its transactions. */
const strangersTogether = 5

let world: OpenEngine
let dir = ''
beforeAll(async () => {
  await newTape('full-tree')
  world = await nearlyFull()
})
afterAll(() => world.close())

/** A world with a tree of the smallest size that has only a few places left. */
async function nearlyFull(): Promise<OpenEngine> {
  dir = await temporaryFolder()
  const made = await openSolana(dir, nodeFor('full-tree'))
  await made.addRun(places - left)
  await ended(made)
  return made
}

/** A further run, for recipients of its own. */
async function another(from: number, count: number): Promise<void> {
  await world.addRun(count, { id: `run from ${from}`, recipient: (ordinal) => solanaRecipientOf(from + ordinal) })
  await ended(world)
}

/** How many NFTs of whom each tree has, in order. */
async function inTrees(): Promise<{ ours: number; strangers: number }[]> {
  const { owner } = await userOf('stranger').then(({ account }) => ({ owner: account.address }))
  const held = await onChain(world)
  const trees = await treesOf(world.db, world.collectionPk)
  return trees.map(({ address }) => {
    const all = held.filter(({ tree }) => tree === address)
    const strangers = all.filter((one) => one.owner === owner).length
    return { ours: all.length - strangers, strangers }
  })
}

/** The journal knows the trees as they are. */
async function sameRoots(): Promise<void> {
  for (const { pk, address, depth, capacity } of await treesOf(world.db, world.collectionPk)) {
    const leaves = await leavesBetween(world.db, pk, 0, capacity)
    expect(Buffer.from(rootOf(depth, leaves)).toString('hex')).toBe(await rootOnChain(world, address, depth))
  }
}

/** All that was asked for was minted once, and the journal knows its trees as they are. */
async function eachOnce(count: number): Promise<void> {
  const mints = await ended(world)
  expect(mints.map(({ state }) => state)).toEqual(Array(count).fill('succeeded'))
  const ownerOf = new Map((await onChain(world)).map(({ address, owner }) => [address, owner]))
  expect(mints.map(({ token_address }) => ownerOf.get(token_address ?? ''))).toEqual(
    mints.map(({ address }) => address),
  )
  expect(new Set(mints.map(({ token_address }) => token_address)).size).toBe(count)
  await sameRoots()
}

/** The tree is lent to another program, which mints so many into it by itself. */
async function filledByStrangers(ordinal: number, count: number): Promise<void> {
  const { solana } = await openKeyring(words)
  const treasury = solana.treasury(world.project.index)
  const { account } = await userOf('stranger')
  const { address } = (await treesOf(world.db, world.collectionPk))[ordinal] ?? { address: '' }
  const merkleTree = publicKey(address)
  const signer = createNoopSigner(publicKey(account.address))
  const newTreeDelegate = publicKey(account.address)
  await byThemselves(world, treasury, () =>
    plain(setTreeDelegate(offline(publicKey(treasury.address)), { merkleTree, newTreeDelegate })),
  )
  const mint = (n: number) =>
    plain(
      mintV1(offline(signer.publicKey), {
        ...{ merkleTree, leafOwner: signer.publicKey, treeCreatorOrDelegate: signer },
        ...{ compressionProgram: publicKey(compressionProgram), logWrapper: publicKey(logWrapper) },
        metadata: {
          ...metadataArgs(address, { name: `Theirs ${n}`, symbol: '', uri: '' }, false),
          collection: null,
        },
      }),
    )
  for (let from = 0; from < count; from += strangersTogether) {
    const some = Array.from({ length: Math.min(strangersTogether, count - from) }, (_, n) => from + n)
    await byThemselves(world, account, () => some.flatMap(mint), { wait: from + strangersTogether >= count })
  }
}

const failures = async () =>
  (await world.db.selectFrom('transactions').select('error_code').where('state', '=', 'failed').execute()).map(
    ({ error_code }) => error_code,
  )

it('a run that needs more places than its tree has goes on in the next tree', async () => {
  await another(100, 5)
  expect(await inTrees()).toEqual([
    { ours: places, strangers: 0 },
    { ours: 3, strangers: 0 },
  ])
  await eachOnce(places + 3)
})

it('another program fills a tree between plan and inclusion: what the chain refuses for it goes into a new tree, once', async () => {
  // All places but three: of two transactions that are planned, one finds no place any more.
  await filledByStrangers(1, places - 3 - 3)
  await another(200, 6)
  expect(await failures()).toEqual(['tree.full'])
  expect(await inTrees()).toEqual([
    { ours: places, strangers: 0 },
    { ours: 6, strangers: places - 6 },
    { ours: 3, strangers: 0 },
  ])
  await eachOnce(places + 9)
})

it('a recovery enters the leaves that others minted as nobody’s, and lists the others', async () => {
  await world.close()
  for (const ending of ['', '-wal', '-shm']) await rm(join(dir, `mintdesk.db${ending}`), { force: true })
  world = await openSolana(dir, nodeFor('full-tree'), { start: false })
  const looked = await recoverIn(world, { dryRun: true })
  expect(looked).toMatchObject({ found: [{ minted: 2 * places + 3 }], remarks: [] })
  expect(looked.found[0]?.remark).toContain(
    `${places - 6} of its compressed NFTs are in no transaction of the treasury`,
  )
  expect(await recoverIn(world, {})).toMatchObject({
    found: [{ minted: 2 * places + 3, entered: places + 9, remark: expect.not.stringContaining('history') }],
    remarks: [],
  })
  await eachOnce(places + 9)
  expect(await world.db.selectFrom('known_mints').select('tag').execute()).toHaveLength(places + 9)
})

// Its messages are others' on the tape, whose trees are of another slot.
it.skipIf(!untaped)(
  'a tree that another program filled before is seen to be full before anything is signed',
  async () => {
    await world.close()
    world = await nearlyFull()
    await filledByStrangers(0, left)
    await another(300, 4)
    expect(await inTrees()).toEqual([
      { ours: places - left, strangers: left },
      { ours: 4, strangers: 0 },
    ])
    expect(await failures()).toEqual([])
    await eachOnce(places - left + 4)
  },
)
