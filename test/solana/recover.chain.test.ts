/** No database at all: seed and chain are enough to list what was minted on Solana, to go on with it, and to mint nothing twice. */
import { expect, it } from 'vitest'
import { rootOf } from '../../src/core/chains/solana/trees/proofs.ts'
import type { Core } from '../../src/core/index.ts'
import { leavesBetween } from '../../src/core/store/collections/leaf-changes.ts'
import { treesOf } from '../../src/core/store/collections/trees.ts'
import { importState, recoveryState, run } from '../../src/shared/app-api.ts'
import { type Caller, removeDatabase, windowOf, withFolder } from '../core/trial-core.ts'
import { type OpenEngine, solanaRecipientOf, until } from '../minting/open-engine.ts'
import { byThemselves, mintsOf, rootOnChain, tokenAt, userOf } from './changes.ts'
import { openApi, succeeded } from './open-api.ts'
import { newTape, nodeFor, onChain, openSolana } from './world.ts'

const api = '/api/2022-06-09'
const [trees, art] = [`${api}/collections/default-solana`, `${api}/collections/art`]
const ann = 'userId:ann:solana'
const image = 'https://example.com/a.png'
const shown = (name: string) => ({ metadata: { name, image }, reuploadLinkedFiles: false })
const nft = (id: string, recipient: string, compressed = true) => ({ id, recipient, compressed, ...shown(id) })
const other = (n: number) => `solana:${solanaRecipientOf(n)}`

/** With the first one more than the tree of the first one holds. */
const many = Array.from({ length: 34 }, (_, n) => nft(`many-${n}`, n < 4 ? ann : other(n)))
const single = nft('first', other(100))
const accounts = [nft('own-1', ann, false), nft('own-2', other(101), false)]
const ofArt = [
  ...[nft('art-1', ann), nft('art-2', other(102))],
  ...[nft('art-3', ann, false), nft('art-4', other(103), false)],
]

async function mintAll(call: Caller, collection: string, nfts: readonly ReturnType<typeof nft>[]) {
  expect((await call('POST', `${collection}/nfts`, { nfts })).status).toBe(200)
  for (const { id } of nfts) await succeeded(call, id)
  return hashesOf(call, collection, nfts)
}

/** The addresses of NFTs by their ids. */
async function hashesOf(call: Caller, collection: string, nfts: readonly { id: string }[]): Promise<string[]> {
  return Promise.all(nfts.map(async ({ id }) => (await onChainOf(call, `${collection}/nfts/${id}`)).mintHash))
}

async function onChainOf(call: Caller, nft: string): Promise<{ mintHash: string; owner?: string; txId?: string }> {
  return (await call('GET', nft)).json.onChain as { mintHash: string; owner?: string }
}

/** Changes something, and waits until it is on chain. */
async function done(call: Caller, method: string, path: string, body?: unknown): Promise<void> {
  const answer = await call(method, path, body)
  await succeeded(call, String(answer.json?.actionId ?? answer.headers.get('location')?.split('/').at(-1)))
}

async function held(call: Caller, wallet: string): Promise<unknown[]> {
  const { json } = await call('GET', `${api}/wallets/${wallet}/nfts`)
  const nfts = json as unknown as { mintHash: string }[]
  return nfts.toSorted((one, two) => (one.mintHash < two.mintHash ? -1 : 1))
}

async function listed(call: Caller, collection: string) {
  const { json } = await call('GET', `${collection}/nfts?page=1&perPage=50`)
  return json as unknown as { id: string; onChain: { mintHash: string; txId: string } }[]
}

async function enterprise(core: Core): Promise<void> {
  const { call } = await windowOf(core)
  const { json } = await call('GET', '/app/state')
  const [project] = json.projects as { id: string }[]
  await call('PATCH', `/app/projects/${project?.id}`, { enterprise: true })
}

async function recovered(core: Core, options: object) {
  const { call } = await windowOf(core)
  await call('POST', '/app/recovery', options)
  const state = await until('recovered', async () => {
    const now = recoveryState.parse((await call('GET', '/app/recovery')).json)
    return now.state === 'running' ? null : now
  })
  expect(state).toMatchObject({ state: 'done', message: null, remarks: [] })
  return state.found
}

/** What the window shows of each collection. */
async function minted(core: Core): Promise<Record<string, number>> {
  const { call } = await windowOf(core)
  const list = (await call('GET', '/app/collections')).json as unknown as { id: string; minted: number }[]
  return Object.fromEntries(list.flatMap(({ id, minted: count }) => (count > 0 ? [[id, count]] : [])))
}

/** The engine alone, while nothing is asked of it. */
async function withWorld(folder: string, tape: string, use: (world: OpenEngine) => Promise<void>): Promise<void> {
  const world = await openSolana(folder, nodeFor(tape), { start: false })
  try {
    await use(world)
  } finally {
    await world.close()
  }
}

async function placeOf(world: OpenEngine, id: string): Promise<number> {
  return (await mintsOf(world)).findIndex((mint) => mint.id === id)
}

/** Every tree's root on chain is what the journal's leaves come to; how many leaves there are. */
async function sameRoots(world: OpenEngine): Promise<number> {
  let leaves = 0
  for (const { pk, contract_kind: kind, contract_address: contract } of await world.db
    .selectFrom('collections')
    .selectAll()
    .execute())
    for (const tree of await treesOf(world.db, pk)) {
      const known = await leavesBetween(world.db, tree.pk, 0, tree.capacity)
      const root = rootOf(tree.depth, known, kind === 'core' ? contract : null)
      expect(Buffer.from(root).toString('hex')).toBe(await rootOnChain(world, tree.address, tree.depth))
      leaves += known.length
    }
  return leaves
}

const untoldLimit = expect.stringMatching(/^The chain keeps no supply limit/)

it('recover lists what was minted into trees, as Core assets and as Token Metadata NFTs, and minting goes on', async () => {
  await newTape('recover')
  await withFolder(async (folder) => {
    const before = new Map<string, string>()
    let wallet: unknown[] = []
    await openApi(folder, 'recover', async (call, core) => {
      await enterprise(core)
      const note = (nfts: readonly { id: string }[], hashes: readonly string[]) => {
        for (const [place, { id }] of nfts.entries()) before.set(id, hashes[place] ?? '')
      }
      note([single], await mintAll(call, trees, [single]))
      note(many, await mintAll(call, trees, many))
      for (const one of accounts) note([one], await mintAll(call, trees, [one]))
      await call('PUT', art, {
        ...{ chain: 'solana', contractKind: 'core', metadata: { name: 'Art', symbol: 'ART', description: 'Pictures' } },
        ...{ supplyLimit: 50, reuploadLinkedFiles: false },
      })
      await succeeded(call, 'art')
      for (const one of ofArt) note([one], await mintAll(call, art, [one]))
      const royalties = { recipients: [{ address: solanaRecipientOf(1), basisPoints: 500 }] }
      await done(call, 'PUT', '/api/v1-alpha1/minting/collections/art/royalties', royalties)
      // By Mintdesk: two of each kind changed, and of ann's one moved and one burnt.
      for (const id of ['many-5', 'own-2']) await done(call, 'PATCH', `${trees}/nfts/${id}`, shown(`${id}, new`))
      for (const id of ['art-2', 'art-4']) await done(call, 'PATCH', `${art}/nfts/${id}`, shown(`${id}, new`))
      const move = { chain: 'solana', from: ann, to: 'email:bob@example.com', tokenMintAddress: before.get('many-1') }
      await done(call, 'POST', '/api/v1-alpha1/wallets/transfer', move)
      await done(call, 'DELETE', `${trees}/nfts/many-2`)
    })
    // By herself: a leaf moved, a leaf burnt, an account burnt.
    await withWorld(folder, 'recover', async (world) => {
      const { account } = await userOf('ann')
      const tokens = await Promise.all(
        ['many-0', 'many-3', 'own-1'].map(async (id) => (await tokenAt(world, await placeOf(world, id))).own),
      )
      const [moved, burnt, own] = tokens
      if (!moved || !burnt || !own) throw new Error('no tokens')
      await byThemselves(world, account, (by) => by.transfer(moved, account.address, solanaRecipientOf(77)))
      const around = burnt.leafContext?.around.map((leaf) =>
        leaf.place === moved.leafContext?.leaf.place ? { ...leaf, owner: solanaRecipientOf(77) } : leaf,
      )
      const leafContext = burnt.leafContext && { ...burnt.leafContext, around: around ?? [] }
      await byThemselves(world, account, (by) => by.burn({ ...burnt, leafContext }, account.address))
      await byThemselves(world, account, (by) => by.burn(own, account.address))
    })
    await openApi(folder, 'recover', async (call) => {
      await onChainOf(call, `${trees}/nfts/many-0`)
      wallet = await held(call, ann)
      expect(wallet).toHaveLength(2)
    })
    await removeDatabase(folder)

    await openApi(folder, 'recover', async (call, core) => {
      await enterprise(core)
      expect(await minted(core)).toEqual({})
      const looked = await recovered(core, { dryRun: true })
      const said = [
        { collectionId: 'default-solana', minted: 37, entered: 0, remark: untoldLimit },
        { collectionId: 'art', minted: 4, entered: 0, remark: null },
      ]
      expect(looked).toMatchObject(said)
      expect(await minted(core)).toEqual({})

      expect(await recovered(core, {})).toMatchObject(said.map((one) => ({ ...one, entered: one.minted })))
      expect(await minted(core)).toEqual({ 'default-solana': 37, art: 4 })
      expect((await call('GET', art)).json).toMatchObject({
        ...{ metadata: { name: 'Art', description: 'Pictures', symbol: 'ART' }, supplyLimit: 50 },
      })
      expect((await call('GET', '/api/v1-alpha1/minting/collections/art/royalties')).json).toEqual({
        recipients: [{ address: solanaRecipientOf(1), basisPoints: 500 }],
      })
      expect(await held(call, ann)).toEqual(wallet)
      const found = [...(await listed(call, trees)), ...(await listed(call, art))]
      expect(found.map(({ onChain: { mintHash } }) => mintHash).toSorted()).toEqual([...before.values()].toSorted())
      for (const { onChain: of } of found) expect(of.txId).toMatch(/^\w{80,90}$/)
      const one = (id: string) => found.find(({ onChain: of }) => of.mintHash === before.get(id))
      expect([one('many-5'), one('own-2'), one('art-2'), one('art-4'), one('first')]).toMatchObject([
        ...['many-5, new', 'own-2, new', 'art-2, new', 'art-4, new', 'first'].map((name) => ({ metadata: { name } })),
      ])
      const ownerOf = async (id: string, of = trees) => (await onChainOf(call, `${of}/nfts/${one(id)?.id}`)).owner
      expect(await ownerOf('many-0')).toBe(solanaRecipientOf(77))
      expect([await ownerOf('many-2'), await ownerOf('many-3'), await ownerOf('own-1')]).toEqual(
        Array(3).fill(undefined),
      )

      // Again: nothing more.
      expect((await recovered(core, {})).map(({ entered }) => entered)).toEqual([0, 0])

      // What was listed only is changed, as it is now: its name and URI on chain must be known for that.
      for (const id of ['many-5', 'many-6', 'own-2'])
        await done(call, 'PATCH', `${trees}/nfts/${one(id)?.id}`, shown(`${id}, newest`))
      for (const id of ['art-2', 'art-4'])
        await done(call, 'PATCH', `${art}/nfts/${one(id)?.id}`, shown(`${id}, newest`))

      // And moved out of a wallet of the project.
      const move = { chain: 'solana', from: ann, to: 'email:bob@example.com', tokenMintAddress: before.get('art-3') }
      await done(call, 'POST', '/api/v1-alpha1/wallets/transfer', move)

      // What was minted is known again, and what was not is minted beside it.
      const again = [single, ...many, ...accounts]
      expect(await mintAll(call, trees, again)).toEqual(again.map(({ id }) => before.get(id)))
      expect(await mintAll(call, art, ofArt)).toEqual(ofArt.map(({ id }) => before.get(id)))
      expect((await call('GET', `${trees}/nfts/many-5`)).json).toMatchObject({ metadata: { name: 'many-5, newest' } })
      expect(await minted(core)).toEqual({ 'default-solana': 37, art: 4 })
      await mintAll(call, trees, [nft('fresh-1', ann)])
      await mintAll(call, trees, [nft('fresh-2', ann, false)])
      await mintAll(call, art, [nft('fresh-3', ann)])
      await mintAll(call, art, [nft('fresh-4', ann, false)])
      expect(await minted(core)).toEqual({ 'default-solana': 39, art: 6 })
      expect(await held(call, ann)).toHaveLength(5)
      // A known one again, as it was asked for under its own id.
      await done(call, 'PATCH', `${trees}/nfts/many-7`, shown('many-7, new'))
      expect((await recovered(core, {})).map(({ minted: count, entered }) => [count, entered])).toEqual([
        [39, 0],
        [6, 0],
      ])
    })
    await withWorld(folder, 'recover', async (world) => {
      expect(await sameRoots(world)).toBe(39)
      const leaves = await onChain(world)
      expect([leaves.length, new Set(leaves.map(({ address }) => address)).size]).toEqual([39, 39])
    })
  })
})

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const recipient = n % 2 ? `user${n}@example.com` : solanaRecipientOf(n)
    return `${recipient},Badge ${n},ipfs://bafkqaaa,${n % 4 === 3 ? 'false' : 'true'}`
  })
const sheet = (lines: readonly string[]) => Buffer.from(['recipient,name,image,compressed', ...lines, ''].join('\n'))

/** Drops a file and starts its run. */
async function runOf(call: Caller, lines: readonly string[]): Promise<string> {
  const sent = await call('POST', '/app/imports?name=rows.csv&collectionId=default-solana', sheet(lines))
  const { id } = importState.parse(sent.json)
  await until(
    'checked',
    async () => importState.parse((await call('GET', `/app/imports/${id}`)).json).state === 'checked',
  )
  return run.parse((await call('POST', '/app/runs', { importId: id })).json).id
}

async function runEnded(call: Caller, id: string, state: string) {
  return until(`run ${state}`, async () => {
    const now = run.parse((await call('GET', `/app/runs/${id}`)).json)
    return now.state === state ? now : null
  })
}

it('the same file mints nothing twice after a recovery, and of a changed one the new rows alone are minted', async () => {
  await newTape('recover-file')
  await withFolder(async (folder) => {
    await openApi(folder, 'recover-file', async (_call, core) => {
      const { call } = await windowOf(core)
      await runEnded(call, await runOf(call, rows(8)), 'finished')
    })
    await removeDatabase(folder)
    await openApi(folder, 'recover-file', async (_call, core) => {
      const { call } = await windowOf(core)
      expect(await recovered(core, {})).toMatchObject([{ collectionId: 'default-solana', minted: 8, entered: 8 }])
      const again = await runEnded(call, await runOf(call, rows(8)), 'finished')
      expect(again.counts).toMatchObject({ total: 8, succeeded: 8 })
      expect(await minted(core)).toEqual({ 'default-solana': 8 })
    })
    await removeDatabase(folder)
    await openApi(folder, 'recover-file', async (_call, core) => {
      const { call } = await windowOf(core)
      await recovered(core, {})
      const longer = await runEnded(call, await runOf(call, rows(9)), 'finished')
      expect(longer.counts).toMatchObject({ total: 9, succeeded: 9 })
      expect(await minted(core)).toEqual({ 'default-solana': 9 })
      expect(await listed(call, trees)).toHaveLength(9)
    })
    await removeDatabase(folder)
    await openApi(folder, 'recover-file', async (_call, core) => {
      const { call } = await windowOf(core)
      await recovered(core, {})
      // Rows that are not on chain, while others are that no row is: a person looks.
      const other = await runOf(call, rows(12).slice(9))
      expect((await runEnded(call, other, 'paused')).notice).toMatch(/9 NFTs .* Rows of this run may be among them/)
      await call('POST', `/app/runs/${other}/resume`)
      await runEnded(call, other, 'finished')
      expect(await minted(core)).toEqual({ 'default-solana': 12 })
    })
    await withWorld(folder, 'recover-file', async (world) => {
      expect(new Set((await onChain(world)).map(({ address }) => address)).size).toBe(9)
    })
  })
})
