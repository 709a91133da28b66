import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChainClient } from '../../src/core/chains/family/family.ts'
import { CoreError } from '../../src/core/lib/errors.ts'
import { addAction } from '../../src/core/store/journal/actions.ts'
import { base } from './minting.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

const transfer = '/api/v1-alpha1/wallets/transfer'
const foreign = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
let api: OpenApi
let key: Record<string, string>
/** On a network that says of every token that its holder has five units. */
const client = {
  network: 'practice:polygon',
  family: { tokenIds: true },
  treasury: () => polygonAddress,
  transfers: { holderSends: true, standing: async () => ({ kind: 'nft', standard: 'erc-1155', held: 5n }) },
  prepare: async () => ({}),
  sequence: async () => 0,
} as unknown as ChainClient

beforeEach(async () => {
  api = await openApi()
  await api.context.db.updateTable('projects').set({ enterprise: 1 }).execute()
  const { key: secret } = await api.newKey(['wallets:nfts.transfer'])
  key = { 'x-api-key': secret }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await api.close()
})

const fakeNetwork = () => {
  vi.spyOn(api.context.chains, 'client').mockResolvedValue(client)
  vi.spyOn(api.context.chains, 'reader').mockResolvedValue(client)
}
const walletOf = async (userId: string): Promise<string> =>
  (await api.call('POST', '/api/v1-alpha1/wallets', { userId, chain: 'polygon' })).body.publicKey

it('that was accepted is answered again for its idempotency key, though its network is gone and the vault is locked', async () => {
  const ann = await walletOf('ann')
  fakeNetwork()
  const once = { ...key, 'idempotency-key': 'order-17' }
  const token = { tokenId: '7', quantity: '2' }
  const requests = [
    [
      transfer,
      { chain: 'polygon', from: 'userId:ann', to: 'email:eve@example.com', contractAddress: foreign, ...token },
    ],
    [
      '/api/v1-alpha1/transfer',
      { chain: 'polygon', fromAddress: ann, toAddress: 'userId:bob:polygon', tokenMintAddress: foreign, ...token },
    ],
  ] as const
  const places: unknown[] = []
  for (const [path, body] of requests) {
    const first = await api.call('POST', path, body, once)
    expect([first.status, first.headers['idempotent-replay'], first.text]).toMatchObject([202, undefined, {}])
    places.push(first.headers.location)
  }
  vi.spyOn(api.context.chains, 'unavailable').mockReturnValue('The network is gone.')
  vi.spyOn(api.context.wallets, 'address').mockRejectedValue(new CoreError('vault.locked', 'The vault is locked.'))
  for (const [place, [path, body]] of requests.entries()) {
    const again = await api.call('POST', path, body, once)
    expect([again.status, again.headers['idempotent-replay']]).toEqual([202, 'true'])
    expect(again.headers.location).toBe(places[place])
    expect((await api.call('POST', path, { ...body, tokenId: '8' }, once)).status).toBe(409)
    expect((await api.call('POST', path, body, key)).status).toBe(422)
  }
})

it('takes no units that are being burnt', async () => {
  const copies = `${base}/collections/tickets`
  const made = await api.call('PUT', copies, {
    chain: 'polygon',
    metadata: { name: 'T' },
    fungibility: 'semi-fungible',
  })
  const contract: string = made.body.onChain.contractAddress
  const gold = await api.call('PUT', `${copies}/templates/gold`, { metadata: badge })
  const { tokenId } = gold.body.onChain
  const holder = await walletOf('ann')
  const { pk } = await api.context.db
    .selectFrom('collections')
    .select('pk')
    .where('id', '=', 'tickets')
    .executeTakeFirstOrThrow()
  const owner = { kind: 'userId', user: 'ann' }
  const burn = { kind: 'burn', contract, tokenId: Number(tokenId), quantity: '4', holder, owner }
  await addAction(
    api.context.db,
    { projectId: api.project.id, id: 'burn', kind: 'nfts.delete', collectionPk: pk, mintPk: null, work: burn },
    1,
  )
  fakeNetwork()
  const body = { chain: 'polygon', from: 'userId:ann', to: polygonAddress, contractAddress: contract, tokenId }
  const over = await api.call('POST', transfer, { ...body, quantity: 2 }, key)
  expect([over.status, over.body.code]).toEqual([422, 'transfer.pending'])
  expect(over.body.message).toMatch(/ 5 units, of which 4 are being burnt and 0 are .* already: ask for at most 1\.$/)
  expect((await api.call('POST', transfer, { ...body, quantity: 1 }, key)).status).toBe(202)
  const more = await api.call('POST', transfer, { ...body, quantity: 1 }, key)
  expect(more.body.message).toMatch(/ 4 are being burnt and 1 is being transferred already: none is left\.$/)
  // Of another holder's burn it is not said.
  expect((await api.call('POST', transfer, { ...body, from: 'userId:bob', quantity: 4 }, key)).status).toBe(202)
  const bob = await api.call('POST', transfer, { ...body, from: 'userId:bob', quantity: 2 }, key)
  expect(bob.body.message).toMatch(/ 0 are being burnt and 4 are being transferred already: ask for at most 1\.$/)
})

it('is refused with what keeps the network from answering, which has the cure', async () => {
  const why = 'The practice network for Polygon does not start: put its folder back from a copy.'
  fakeNetwork()
  vi.spyOn(api.context.chains, 'reader').mockRejectedValue(new CoreError('network.unavailable', why))
  const body = { chain: 'polygon', from: 'userId:ann', to: polygonAddress, contractAddress: foreign, tokenId: '7' }
  const { status, body: refused } = await api.call('POST', transfer, body, key)
  expect([status, refused.code, refused.message]).toEqual([
    ...[503, 'network.unreachable'],
    `It is not known now who holds this NFT: ${why}`,
  ])
})
