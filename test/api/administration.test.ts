import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ChainClient } from '../../src/core/chains/family/family.ts'
import { endAction } from '../../src/core/store/journal/action-steps.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
const alpha = '/api/v1-alpha1'
const input = { chain: 'polygon', metadata: { name: 'Tickets' }, reuploadLinkedFiles: false }
const nft = { recipient: `polygon:${polygonAddress}`, metadata: badge }
const payments = { price: '0.5', recipientAddress: polygonAddress }
let api: OpenApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

let made = 0
/** A collection of its own; its path. */
async function collection(body: object = {}): Promise<string> {
  const path = `${base}/collections/c${++made}`
  const { status, body: answer } = await api.call('PUT', path, { ...input, ...body })
  expect([status, answer.message]).toEqual([200, undefined])
  return path
}

/** What the engine writes down when a change is on chain, or not. */
async function settle(actionId: string, reason: { code: string; message: string } | null = null): Promise<void> {
  const { pk } = await api.context.db
    .selectFrom('actions')
    .select('pk')
    .where('id', '=', actionId)
    .executeTakeFirstOrThrow()
  await api.context.db.transaction().execute((trx) => endAction(trx, pk, null, reason, Date.now()))
}

const mint = (path: string, count = 1) =>
  api.call('POST', `${path}/nfts`, { nfts: Array.from({ length: count }, () => nft) })

describe('the supply limit', () => {
  it('is changed by an action, counts at once for what is accepted, and is shown once it is on chain', async () => {
    const path = await collection({ supplyLimit: 2 })
    expect((await mint(path, 3)).body).toMatchObject({ code: 'supply.exceeded' })
    const patch = await api.call('PATCH', `${path}/`, { supplyLimit: 3 })
    expect(patch.body).toMatchObject({
      action: 'collections.update',
      status: 'pending',
      data: { changes: 'supplyLimit', chain: 'polygon' },
      resource: expect.stringContaining(`${base}/actions/${patch.body.actionId}`),
    })
    expect((await api.call('GET', path)).body.supplyLimit).toBe(2)
    expect((await mint(path, 3)).status).toBe(200)
    await settle(patch.body.actionId)
    expect((await api.call('GET', path)).body.supplyLimit).toBe(3)
    expect((await api.call('GET', `${base}/actions/${patch.body.actionId}`)).body.status).toBe('succeeded')
  })

  it('counts as before where its change fails', async () => {
    const path = await collection({ supplyLimit: 1 })
    const raised = await api.call('PATCH', path, { supplyLimit: 5 })
    const again = await api.call('PATCH', path, { supplyLimit: 7 })
    await settle(raised.body.actionId, { code: 'chain.reverted', message: 'No.' })
    expect((await mint(path, 7)).status).toBe(200)
    await settle(again.body.actionId, { code: 'chain.reverted', message: 'No.' })
    expect((await api.call('GET', path)).body.supplyLimit).toBe(1)
    expect((await mint(path)).body.code).toBe('supply.exceeded')
    expect((await api.call('GET', `${base}/actions/${again.body.actionId}`)).body).toMatchObject({
      status: 'failed',
      data: { error: { code: 'chain.reverted', message: 'No.' } },
    })
  })

  it('is never below what is minted or on its way, and can be taken away', async () => {
    const path = await collection({ supplyLimit: 9 })
    await mint(path, 4)
    const low = await api.call('PATCH', path, { supplyLimit: 3 })
    expect([low.status, low.body.code, low.body.message]).toEqual([
      422,
      'supply.tooLow',
      expect.stringContaining('4 minted or on their way'),
    ])
    // What was bought stays bought: without a sale, no saleSupply can be lowered.
    const id = path.split('/').at(-1) ?? ''
    const bought = (purchased: number) =>
      api.context.db.updateTable('collections').set({ purchased }).where('id', '=', id).execute()
    await bought(2)
    expect((await api.call('PATCH', path, { supplyLimit: 5 })).body.message).toMatch(/: set it to 6 or more\.$/)
    await bought(0)
    expect((await api.call('PATCH', path, { supplyLimit: 4 })).status).toBe(200)
    expect((await mint(path)).status).toBe(422)
    const gone = await api.call('PATCH', path, { supplyLimit: null })
    expect((await mint(path, 20)).status).toBe(200)
    await settle(gone.body.actionId)
    expect((await api.call('GET', path)).body.supplyLimit).toBeUndefined()
  })

  it('that cannot be changed is refused as such, whatever the number: no other limit is named as the cure', async () => {
    const path = await collection({ supplyLimit: 3 })
    await mint(path, 2)
    const id = path.split('/').at(-1) ?? ''
    // As one of Aptos, which no network here makes.
    await api.context.db
      .updateTable('collections')
      .set({ contract_kind: 'digital-asset' })
      .where('id', '=', id)
      .execute()
    for (const supplyLimit of [1, 9]) {
      const { status, body } = await api.call('PATCH', path, { supplyLimit })
      expect([status, body.code, body.message]).toEqual([
        422,
        'collection.unsupported',
        'This version of Mintdesk cannot change its supply limit on Aptos yet.',
      ])
    }
  })

  it('of a default collection wants its contract', async () => {
    const { status, body } = await api.call('PATCH', `${base}/collections/default`, { supplyLimit: 100 })
    expect([status, body.data.collection.id]).toEqual([200, 'default-polygon'])
    const { state } = await api.context.db
      .selectFrom('collections')
      .select('state')
      .where('id', '=', 'default-polygon')
      .executeTakeFirstOrThrow()
    expect(state).toBe('wanted')
  })

  it('is refused with every fault named', async () => {
    const path = await collection()
    for (const supplyLimit of [0, -1, 1.5, '9', 2 ** 60])
      expect((await api.call('PATCH', path, { supplyLimit })).status).toBe(400)
    expect((await api.call('PATCH', path, {})).body.message).toContain('nothing to change')
    expect((await api.call('PATCH', `${base}/collections/nowhere`, { supplyLimit: 3 })).status).toBe(404)
    expect((await api.call('PATCH', `${base}/collections/default-solana`, { supplyLimit: 3 })).status).toBe(422)
  })
})

describe('payments', () => {
  it('at creation set all of the limit aside, or as many as are named', async () => {
    const all = await collection({ supplyLimit: 10, payments })
    expect((await api.call('GET', all)).body.payments).toEqual({
      ...payments,
      currency: 'POL',
      saleSupply: 10,
    })
    const { status, body } = await mint(all)
    expect([status, body.code]).toEqual([422, 'supply.exceeded'])
    expect(body.message).toContain('payments.saleSupply')
    const some = await collection({ supplyLimit: 10, payments: { ...payments, saleSupply: 4 } })
    expect((await mint(some, 7)).status).toBe(422)
    expect((await mint(some, 6)).status).toBe(200)
    const unlimited = await collection({ payments })
    expect((await api.call('GET', unlimited)).body.payments).toEqual({ ...payments, currency: 'POL' })
    expect((await mint(unlimited, 50)).status).toBe(200)
  })

  it('take part in the address of the contract, and in what a repeat is told', async () => {
    const path = await collection({ supplyLimit: 10, payments })
    const again = await api.call('PUT', path, { ...input, supplyLimit: 10, payments })
    expect(again.headers['idempotent-mismatch']).toBeUndefined()
    const other = await api.call('PUT', path, { ...input, payments: { ...payments, price: '0.6' } })
    expect(other.headers['idempotent-mismatch']).toBe('payments')
  })

  it('change as a whole; without a saleSupply all that is left is for sale', async () => {
    const path = await collection({ supplyLimit: 10 })
    await mint(path, 4)
    const patch = await api.call('PATCH', path, { payments })
    expect(patch.body.data.changes).toBe('payments')
    expect((await mint(path)).body.message).toContain('6 are set aside for sale')
    expect((await api.call('GET', path)).body.payments).toBeUndefined()
    await settle(patch.body.actionId)
    expect((await api.call('GET', path)).body.payments).toMatchObject({ price: '0.5', saleSupply: 6 })
    const fewer = await api.call('PATCH', path, { payments: { ...payments, saleSupply: 2 } })
    expect((await mint(path, 4)).status).toBe(200)
    await settle(fewer.body.actionId)
    expect((await api.call('PATCH', path, { payments: { ...payments, saleSupply: 3 } })).body.code).toBe(
      'payments.saleSupply',
    )
    const end = await api.call('PATCH', path, { payments: null })
    await settle(end.body.actionId)
    expect((await api.call('GET', path)).body.payments).toBeUndefined()
    expect((await mint(path, 2)).status).toBe(200)
  })

  it('and a limit at once make two actions, in the order that is possible', async () => {
    const path = await collection({ supplyLimit: 2 })
    await mint(path, 2)
    const works = async () =>
      (await api.context.db.selectFrom('actions').select('work').orderBy('pk', 'desc').limit(2).execute())
        .map(({ work }) => (JSON.parse(work) as { kind: string }).kind)
        .toReversed()
    const raised = await api.call('PATCH', path, { supplyLimit: 5, payments })
    expect(raised.body.data.changes).toBe('payments')
    expect(await works()).toEqual(['set-supply-limit', 'set-payments'])
    const lowered = await api.call('PATCH', path, { supplyLimit: 3, payments: { ...payments, saleSupply: 1 } })
    expect(lowered.body.data.changes).toBe('supplyLimit')
    expect(await works()).toEqual(['set-payments', 'set-supply-limit'])
  })

  it('are refused in another coin, for nothing, to nobody, or where nothing is left', async () => {
    const path = await collection({ supplyLimit: 1 })
    const refused = async (change: object) => {
      const { status, body } = await api.call('PATCH', path, { payments: { ...payments, ...change } })
      return [status, body.code]
    }
    expect(await refused({ currency: 'usdc' })).toEqual([422, 'payments.currency'])
    expect(await refused({ price: '0' })).toEqual([400, 'request.invalid'])
    expect(await refused({ price: '1e3' })).toEqual([400, 'request.invalid'])
    expect(await refused({ price: `0.${'1'.repeat(19)}` })).toEqual([400, 'request.invalid'])
    expect(await refused({ recipientAddress: `0x${'0'.repeat(40)}` })).toEqual([400, 'request.invalid'])
    expect(await refused({ recipientAddress: 'me' })).toEqual([400, 'request.invalid'])
    expect(await refused({ saleSupply: 2 })).toEqual([422, 'payments.saleSupply'])
    expect((await api.call('PATCH', path, { payments: { ...payments, currency: 'pol' } })).status).toBe(200)
    const full = await collection({ supplyLimit: 1 })
    await mint(full)
    expect((await api.call('PATCH', full, { payments })).body.message).toContain('left to be sold')
    const made = await api.call('POST', `${base}/collections`, { ...input, payments: { ...payments, currency: 'ETH' } })
    expect([made.status, made.body.code]).toEqual([422, 'payments.currency'])
  })

  it('without bound take no limit', async () => {
    const path = await collection({ payments })
    expect((await api.call('PATCH', path, { supplyLimit: 5 })).body.code).toBe('payments.saleSupply')
    const both = { supplyLimit: 5, payments: { ...payments, saleSupply: 5 } }
    expect((await api.call('PATCH', path, both)).status).toBe(200)
  })
})

describe('settings of the contract', () => {
  it('are written with 204 and the address of the action, and read as the chain has them', async () => {
    const path = await collection()
    const settings = `${alpha}/minting/collections/${path.split('/').at(-1)}`
    const write = async (method: string, setting: string, body?: object) => {
      const { status, text, headers } = await api.call(method, `${settings}/${setting}`, body)
      expect([status, text]).toEqual([204, ''])
      const action = await api.call('GET', String(headers.location).replace('http://localhost:80', ''))
      expect(action.body).toMatchObject({ action: 'collections.update', status: 'pending' })
      await settle(action.body.actionId)
      return action.body.data.changes
    }
    const read = async (setting: string) => (await api.call('GET', `${settings}/${setting}/`)).body
    expect(await read('base-uri')).toEqual({ uri: null })
    expect(await write('PUT', 'base-uri', { uri: 'https://example.com/nfts//' })).toBe('baseURI')
    expect(await read('base-uri')).toEqual({ uri: 'https://example.com/nfts' })
    expect(await read('transferable')).toEqual({ value: true })
    expect(await write('PUT', 'transferable', { value: false })).toBe('transferable')
    expect(await read('transferable')).toEqual({ value: false })
    expect(await read('royalties')).toEqual({ recipients: [] })
    const recipient = { address: polygonAddress.toLowerCase(), basisPoints: 500 }
    expect(await write('PUT', 'royalties', { recipients: [recipient] })).toBe('royalties')
    expect(await read('royalties')).toEqual({ recipients: [{ ...recipient, address: polygonAddress }] })
    expect(await write('DELETE', 'royalties')).toBe('royalties')
    expect(await read('royalties')).toEqual({ recipients: [] })
  })

  it('are refused where they are not of their form', async () => {
    const path = await collection()
    const settings = `${alpha}/minting/collections/${path.split('/').at(-1)}`
    const put = async (setting: string, body: object) => (await api.call('PUT', `${settings}/${setting}`, body)).status
    expect(await put('base-uri', { uri: 'nfts' })).toBe(400)
    expect(await put('base-uri', { uri: 'https://' })).toBe(400)
    expect(await put('transferable', { value: 'no' })).toBe(400)
    expect(await put('royalties', { recipients: [] })).toBe(400)
    expect(await put('royalties', { recipients: [{ address: 'x', basisPoints: 1 }] })).toBe(400)
    expect(await put('royalties', { recipients: [{ address: polygonAddress, basisPoints: 10_001 }] })).toBe(400)
    const two = [1, 2].map((basisPoints) => ({ address: polygonAddress, basisPoints }))
    expect(await put('royalties', { recipients: two })).toBe(422)
  })

  it('of a base URI let metadata be left out', async () => {
    const path = await collection()
    const bare = { recipient: nft.recipient }
    expect((await api.call('POST', `${path}/nfts`, bare)).status).toBe(400)
    const uri = `${alpha}/minting/collections/${path.split('/').at(-1)}/base-uri`
    await api.call('PUT', uri, { uri: 'https://example.com/n' })
    const { status, body } = await api.call('PUT', `${path}/nfts/one`, bare)
    expect(status).toBe(200)
    expect((await api.call('GET', `${path}/nfts/${body.id}`)).body.metadata).toBeNull()
    const again = await api.call('PUT', `${path}/nfts/one`, bare)
    expect(again.headers['idempotent-mismatch']).toBeUndefined()
  })

  it('need the scope of their kind', async () => {
    const path = await collection()
    const settings = `${alpha}/minting/collections/${path.split('/').at(-1)}`
    const { key } = await api.newKey(['collections.read'])
    const as = { 'x-api-key': key }
    expect((await api.call('GET', `${settings}/royalties`, undefined, as)).status).toBe(200)
    for (const [method, url, body] of [
      ['PATCH', path, { supplyLimit: 3 }],
      ['PUT', `${settings}/transferable`, { value: true }],
      ['DELETE', `${settings}/royalties`, undefined],
      ['DELETE', `${path}/nfts/x`, undefined],
    ] as const)
      expect((await api.call(method, url, body, as)).status).toBe(403)
  })
})

describe('burning', () => {
  it('is refused of what is not there, not minted, or not known to be held', async () => {
    const path = await collection()
    expect((await api.call('DELETE', `${path}/nfts/none`)).status).toBe(404)
    const { body } = await api.call('POST', `${path}/nfts`, nft)
    const early = await api.call('DELETE', `${path}/nfts/${body.id}`)
    expect([early.status, early.body.code]).toEqual([422, 'nft.notMinted'])
    await api.context.db
      .updateTable('mints')
      .set({ state: 'succeeded', token_id: 1 })
      .where('id', '=', body.id)
      .execute()
    const silent = await api.call('DELETE', `${path}/nfts/${body.id}`, undefined, {
      'content-type': 'application/json',
    })
    expect([silent.status, silent.body.code]).toEqual([503, 'network.unreachable'])
    // Why it does not start, with the cure.
    expect(silent.body.message).toMatch(/^It is not known now who holds this NFT: .*no-anvil/)
  })

  it('of what failed or was cancelled is refused with that reason, as an update is', async () => {
    const path = await collection()
    const { body } = await api.call('POST', `${path}/nfts`, nft)
    for (const [state, why] of [
      ['failed', 'it failed'],
      ['cancelled', 'it was cancelled'],
    ] as const) {
      await api.context.db.updateTable('mints').set({ state }).where('id', '=', body.id).execute()
      for (const [method, what, given] of [
        ['DELETE', 'burn', undefined],
        ['PATCH', 'update', { metadata: badge }],
      ] as const) {
        const refused = await api.call(method, `${path}/nfts/${body.id}`, given)
        expect([refused.status, refused.body.code, refused.body.message]).toEqual([
          422,
          'nft.notMinted',
          `The NFT "${body.id}" was not minted (${why}), so there is nothing to ${what}.`,
        ])
      }
    }
  })

  it('of a copy that its recipient has no more says so', async () => {
    const path = await collection({ fungibility: 'semi-fungible' })
    const { body } = await api.call('POST', `${path}/nfts`, nft)
    await api.context.db
      .updateTable('mints')
      .set({ state: 'succeeded', token_id: 1, address: polygonAddress })
      .where('id', '=', body.id)
      .execute()
    const client = { copies: { balance: async () => 0n } } as unknown as ChainClient
    const reader = vi.spyOn(api.context.chains, 'reader').mockResolvedValue(client)
    const refused = await api.call('DELETE', `${path}/nfts/${body.id}`)
    reader.mockRestore()
    expect([refused.status, refused.body.message]).toEqual([
      422,
      `The NFT "${body.id}" is 1 unit, minted to ${polygonAddress}, who has only 0 of that token beside what is on its way elsewhere, so it cannot be burnt.`,
    ])
  })
})
