import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssetsQuery, listAssets } from '../../src/core/holdings/assets.ts'
import { type OpenEngine, solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { ended, newTape, nodeFor, openSolana } from './world.ts'

let world: OpenEngine

beforeAll(async () => {
  await newTape('holdings')
  world = await openSolana(await temporaryFolder(), nodeFor('holdings'))
  await world.addMints(['leaf', 'own'], { compressed: (id) => id === 'leaf' })
  await ended(world)
})
afterAll(() => world.close())

const held = (address: string, query: Partial<AssetsQuery> = {}) =>
  listAssets(world, { kind: 'practice', chain: 'solana', address }, { offset: 0, limit: 20, ...query })

describe('what wallets hold on a practice network of Solana', () => {
  it('is what the journal knows, and what the network’s accounts tell, each once', async () => {
    const [leaf, own] = await ended(world)
    const holder = leaf?.address ?? ''
    expect(own?.address).toBe(holder)
    expect((await held(holder)).assets).toMatchObject([{ id: leaf?.id }, { id: own?.id }])

    // As if another program had minted it.
    await world.db.updateTable('mints').set({ token_address: null }).where('id', '=', 'own').execute()
    const told = await held(holder)
    expect(told).toMatchObject({
      total: 2,
      coverage: 'own',
      notes: ['Compressed NFTs of other programs are not looked for.'],
      assets: [
        { token_address: leaf?.token_address },
        {
          address: own?.token_address,
          uri: own?.token_uri,
          name: expect.any(String),
          collectionName: expect.stringMatching(/./),
        },
      ],
    })
    expect(told.assets).toHaveLength(2)
    expect((await held(holder, { offset: 1, limit: 1 })).assets).toEqual(told.assets.slice(1))
    const first = await held(holder, { limit: 1 })
    expect(first.next).toEqual({ mint: leaf?.pk })
    const rest = await held(holder, { ...(first.next && { after: first.next }) })
    expect([rest.assets, rest.next, told.next]).toEqual([told.assets.slice(1), null, null])
    expect((await held(holder, { addresses: [leaf?.token_address ?? ''] })).total).toBe(1)
    expect((await held(solanaRecipientOf(9))).assets).toEqual([])
    await world.db
      .updateTable('mints')
      .set({ token_address: own?.token_address ?? null })
      .where('id', '=', 'own')
      .execute()
  })

  it('is of Mintdesk’s what the chain says, whoever sent it, and of its trees what the journal says', async () => {
    const [leaf] = await ended(world)
    const holder = leaf?.address ?? ''
    const tree = leaf?.token_address ?? ''
    // As if the journal knew nothing of how it came there.
    await world.db
      .updateTable('mints')
      .set({ address: solanaRecipientOf(9) })
      .where('id', '=', 'own')
      .execute()
    expect((await held(holder)).assets).toMatchObject([{ id: 'leaf' }, { id: 'own' }])
    expect((await held(solanaRecipientOf(9))).assets).toEqual([])

    const elsewhere = solanaRecipientOf(8)
    const said = [tree, elsewhere].map((address) => ({
      address,
      compressed: true,
      name: 'A',
      uri: '',
      collectionName: '',
    }))
    const listed = await listAssets(
      {
        db: world.db,
        chains: { reader: () => world.chains.client('practice', 'solana') },
        askProvider: async () => ({ assets: said, complete: true, notes: [] }),
        proveLeaves: async (_wallet, _assets, leaves) => {
          // Of its own trees nobody is asked.
          expect(leaves).toEqual([elsewhere])
          return { standing: new Map([[elsewhere, 'held']]), notes: [] }
        },
      },
      { kind: 'live', chain: 'solana', address: solanaRecipientOf(9) },
      { offset: 0, limit: 20 },
    )
    expect(listed.assets).toMatchObject([{ address: elsewhere }])
  })
})
