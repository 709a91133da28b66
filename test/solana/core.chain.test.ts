import { fetchCollection, mplCore } from '@metaplex-foundation/mpl-core'
import { publicKey } from '@metaplex-foundation/umi'
import { createUmi } from '@metaplex-foundation/umi-bundle-defaults'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { BatchShape, Cost, Rehearsal } from '../../src/core/chains/family/fees.ts'
import type { Core } from '../../src/core/index.ts'
import { collectionFacts } from '../../src/core/minting/deps.ts'
import { tokensOf } from '../../src/core/minting/tokens.ts'
import { batchWork } from '../../src/core/minting/work.ts'
import { collectionByPk } from '../../src/core/store/collections/collections.ts'
import { batchMembers } from '../../src/core/store/journal/batches.ts'
import { network } from '../../src/shared/app-api/networks.ts'
import { type Caller, windowOf, withFolder } from '../core/trial-core.ts'
import type { OpenEngine } from '../minting/open-engine.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { enterprise, openApi, succeeded } from './open-api.ts'
import { ended, newTape, nodeFor, onChain, openSolana } from './world.ts'

const leaves = 3
const count = leaves + 1
/** Of metadata that the app stores. */
const uriBytes = 66

describe('a run into a Core collection', () => {
  let world: OpenEngine
  let quoted: Rehearsal

  beforeAll(async () => {
    await newTape('core')
    world = await openSolana(await temporaryFolder(), nodeFor('core'), { start: false })
    const { db, engine, chains, project, collectionPk } = world
    await db.updateTable('collections').set({ contract_kind: 'core' }).where('pk', '=', collectionPk).execute()
    await world.addRun(count)
    // As a sheet says of its last row: compressed false.
    await db.updateTable('mints').set({ compressed: 0 }).where('ordinal', '=', leaves).execute()
    await engine.start()
    await ended(world)
    const client = await chains.client('practice', 'solana')
    const facts = collectionFacts(project, await collectionByPk(db, collectionPk))
    // As it was before: nothing is on chain of another id. Ids are of no consequence for what it costs.
    const shapes: BatchShape[] = [
      { kind: 'batch', size: leaves },
      { kind: 'account', size: 1, uri: 'x'.repeat(uriBytes) },
    ]
    quoted = await client.rehearse(
      { ...facts, id: 'another' },
      shapes,
      client.trees ? [client.trees.treeFor(leaves)] : [],
    )
  })
  afterAll(() => world.close())

  it('gives each recipient one leaf of a Bubblegum V2 tree, or an asset, which says what was asked for', async () => {
    const mints = await ended(world)
    expect(mints.map(({ error_message }) => error_message)).toEqual(Array(count).fill(null))
    const held = await onChain(world)
    const { trees } = await world.chains.client('practice', 'solana')
    expect(held.map(({ owner }) => owner)).toEqual(Array.from({ length: leaves }, (_, n) => solanaRecipientOf(n)))
    const [asset] = mints.splice(leaves)
    expect(await trees?.ownerOf(asset?.token_address ?? '')).toBe(solanaRecipientOf(leaves))
    expect(mints.map(({ token_address }) => token_address)).toEqual(held.map(({ address }) => address))
    const collection = await collectionByPk(world.db, world.collectionPk)
    const told = await world.db.selectFrom('leaves').selectAll().orderBy('place').execute()
    const members = await batchMembers(world.db, mints[0]?.batch_pk ?? 0)
    const asked = (await tokensOf(world.db, collection, members)).map((token) =>
      trees?.dataHash('core', collection.contract_address ?? '', token),
    )
    expect(told.map(({ data_hash }) => Buffer.from(data_hash).toString('hex'))).toEqual(asked)
    const [tree] = await world.db.selectFrom('trees').selectAll().execute()
    expect(await trees?.minted([tree?.address ?? ''])).toEqual([leaves])
  })

  it('costs what was quoted: rent of collection and tree, fees, and 90,000 lamports a mint', async () => {
    const paid = await world.db.selectFrom('transactions').select(['purpose', 'fee']).orderBy('pk').execute()
    const paidFor = (what: string) => paid.flatMap(({ purpose, fee }) => (purpose === what ? [Number(fee)] : [])).sort()
    const price = (costs: Cost[]) => costs.map(({ extra }) => Number(extra)).sort()
    expect(paidFor('deploy')).toEqual(price([...quoted.deployment, ...quoted.trees]))
    // The quote takes names to have 16 bytes; this one has 7, and rent is 6,960 lamports a byte.
    expect(paidFor('mint')).toEqual([5_000 + leaves * 90_000, 3_430_960])
    expect(price(quoted.batches)).toEqual([5_000 + leaves * 90_000, 3_430_960 + 9 * 6_960])
  })

  it('mints an asset once: its address follows from its job', async () => {
    const { chains, db, collectionPk, project } = world
    const client = await chains.client('practice', 'solana')
    const batch = await db.selectFrom('batches').selectAll().where('tree_pk', 'is', null).executeTakeFirstOrThrow()
    const work = await batchWork(db, await collectionByPk(db, collectionPk), batch)
    await expect(client.prepare(work, project.index)).rejects.toMatchObject({ outcome: { kind: 'already-minted' } })
  })
})

const image = 'https://example.com/a.png'
const collection = '/api/2022-06-09/collections/badges'
const input = {
  ...{ chain: 'solana', contractKind: 'core', metadata: { name: 'Badges' }, supplyLimit: 5 },
  reuploadLinkedFiles: false,
}

const nft = (n: number, more: Record<string, unknown> = {}) => ({
  ...{ recipient: `solana:${solanaRecipientOf(n)}`, metadata: { name: `Badge ${n}`, image } },
  ...{ reuploadLinkedFiles: false, ...more },
})

/** Changes something, and waits until it is on chain. */
async function done(call: Caller, method: string, path: string, body?: unknown): Promise<void> {
  const answer = await call(method, path, body)
  const action = String(answer.json?.actionId ?? answer.headers.get('location')?.split('/').at(-1))
  expect([answer.status, action]).toEqual([answer.status, expect.stringMatching(/^.{36}$/)])
  await succeeded(call, action)
}

/** A Core collection as Metaplex' own client reads it. */
async function chainSays(core: Core, address: string) {
  const { json } = await (await windowOf(core)).call('GET', '/app/networks')
  const { rpcUrl } =
    z
      .array(network)
      .parse(json)
      .find(({ chain }) => chain === 'solana') ?? {}
  const umi = createUmi(rpcUrl ?? '').use(mplCore())
  return fetchCollection(umi, publicKey(address))
}

/** What can happen to an NFT of ann's. */
async function changedMovedAndBurnt(call: Caller, nft: string): Promise<void> {
  const onChain = async () => (await call('GET', nft)).json.onChain as { mintHash: string; owner?: string }
  const { mintHash, owner: ann } = await onChain()
  await done(call, 'PATCH', nft, { metadata: { name: 'New', image }, reuploadLinkedFiles: false })
  const move = { chain: 'solana', from: 'userId:ann:solana', to: 'email:bob@example.com', tokenMintAddress: mintHash }
  await done(call, 'POST', '/api/v1-alpha1/wallets/transfer', move)
  const { owner: bob } = await onChain()
  expect([typeof bob, bob === ann]).toEqual(['string', false])
  const held = await call('GET', '/api/2022-06-09/wallets/email:bob@example.com:solana/nfts')
  expect(held.json).toMatchObject([{ mintHash, metadata: { name: 'New' } }])
  await done(call, 'DELETE', nft)
  expect(await onChain()).not.toHaveProperty('owner')
}

describe('a Core collection through the API', () => {
  it('is made once, mints both kinds of NFTs into its limit, and has royalties', async () => {
    await withFolder((folder) =>
      openApi(folder, 'core', async (call, core) => {
        const made = await call('PUT', collection, input)
        await succeeded(call, 'badges')
        const standing = await call('GET', collection)
        expect(standing.json).toMatchObject({
          onChain: {
            ...{ chain: 'solana', type: 'metaplex-core-collection' },
            mintAddress: expect.stringMatching(/^\w{32,44}$/),
          },
          supplyLimit: 5,
        })
        const other = await call('PUT', collection, { ...input, contractKind: 'certified' })
        expect([made.status, other.headers.get('idempotent-mismatch')]).toEqual([200, 'contractKind'])

        // An asset of its own, and a second time the same.
        const anns = { recipient: 'userId:ann:solana' }
        await call('PUT', `${collection}/nfts/own`, nft(1, { compressed: false, ...anns }))
        await succeeded(call, 'own')
        const again = await call('PUT', `${collection}/nfts/own`, nft(1, { compressed: false, ...anns }))
        expect(again.headers.get('idempotent-replay')).toBe('true')

        const batch = await call('POST', `${collection}/nfts`, { nfts: [nft(2), nft(3), nft(4, anns)] })
        const results = batch.json.results as { id: string }[]
        for (const { id } of results) await succeeded(call, id)
        const held = await call('GET', `/api/2022-06-09/wallets/solana:${solanaRecipientOf(2)}/nfts`)
        expect(held.json).toMatchObject([{ chain: 'solana', metadata: { name: 'Badge 2' } }])

        const tooMany = await call('POST', `${collection}/nfts`, { nfts: [5, 6].map((n) => nft(n)) })
        expect([tooMany.status, tooMany.json.code]).toEqual([422, 'supply.exceeded'])
        await done(call, 'PATCH', collection, { supplyLimit: 4 })
        expect((await call('GET', collection)).json.supplyLimit).toBe(4)

        const royalties = '/api/v1-alpha1/minting/collections/badges/royalties'
        const recipients = [{ address: solanaRecipientOf(1), basisPoints: 500 }]
        await done(call, 'PUT', royalties, { recipients })
        expect((await call('GET', royalties)).json).toEqual({ recipients })
        const { mintAddress } = standing.json.onChain as { mintAddress: string }
        expect(await chainSays(core, mintAddress)).toMatchObject({
          ...{ name: 'Badges', numMinted: 4 },
          attributes: { attributeList: [{ key: 'supplyLimit', value: '4' }] },
          royalties: { basisPoints: 500, creators: [{ address: solanaRecipientOf(1), percentage: 100 }] },
        })

        await enterprise(core)
        for (const id of ['own', results[2]?.id ?? '']) await changedMovedAndBurnt(call, `${collection}/nfts/${id}`)
        expect(await chainSays(core, mintAddress)).toMatchObject({ numMinted: 4, currentSize: 2 })
      }),
    )
  })

  it('has one kind of tokens', async () => {
    await withFolder((folder) =>
      openApi(folder, 'core', async (call) => {
        for (const contractKind of ['certified', 'core']) {
          const refused = await call('PUT', collection, { ...input, contractKind, fungibility: 'semi-fungible' })
          expect([refused.status, refused.json.code]).toEqual([400, 'request.invalid'])
          expect(refused.json.details).toMatchObject([{ path: 'fungibility' }])
        }
        const evm = await call('PUT', collection, { ...input, contractKind: 'standard' })
        expect([evm.status, evm.json.code]).toEqual([422, 'collection.unsupported'])
      }),
    )
  })
})
