import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProviders } from '../../src/core/holdings/provider-settings.ts'
import { aptosIndexer } from '../../src/core/holdings/providers/aptos-indexer.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { mockNet } from './mock-net.ts'

const wallet = `0x${'ab'.repeat(32)}`
const never = new AbortController().signal
const mock = mockNet()
const address = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

/** As the public indexer has it (aptos-ts-sdk, `getOwnedDigitalAssets`); what is not asked for does not come. */
const row = (n: number, more: object = {}) => ({
  owner_address: wallet,
  amount: 1,
  token_data_id: address(n),
  is_fungible_v2: null,
  current_token_data: {
    token_name: `Badge ${n}`,
    token_uri: `https://example.com/${n}.json`,
    current_collection: { collection_name: 'Badges' },
  },
  ...more,
})
const answer = (rows: object[], updated = new Date().toISOString().slice(0, -1)) => ({
  data: { current_token_ownerships_v2: rows, processor_status: [{ last_updated: updated }] },
})

const at = (origin = 'https://api.mainnet.aptoslabs.com', key?: string) => ({
  reply: (status: number, body: object | string, headers = {}) =>
    mock.net
      .get(origin)
      .intercept({ path: '/v1/graphql', method: 'POST', ...(key && { headers: { authorization: `Bearer ${key}` } }) })
      .reply(status, body, { headers }),
  after: (after: string, body: object) =>
    mock.net
      .get(origin)
      .intercept({
        ...{ path: '/v1/graphql', method: 'POST' },
        body: (sent) => JSON.parse(sent).variables?.after === after && JSON.parse(sent).variables.owner === wallet,
      })
      .reply(200, body),
})
const page = (more: { cursor?: string; chain?: string; key?: string; url?: string } = {}) =>
  aptosIndexer.page({ chain: 'aptos', address: wallet, cursor: null, key: '', url: null, signal: never, ...more })

describe('an indexer of Aptos', () => {
  it('lists tokens by their addresses, without what is another’s, divisible, or cannot be read', async () => {
    at().reply(
      200,
      answer([
        row(1),
        row(2, { token_data_id: '0xf00' }),
        row(3, { owner_address: address(9) }),
        row(4, { amount: 0 }),
        row(5, { is_fungible_v2: true }),
        row(6, { token_data_id: 'Not an address' }),
        row(7, { current_token_data: null }),
      ]),
    )
    expect(await page()).toEqual({
      assets: [
        ...[1].map((n) => ({
          ...{ address: address(n), name: `Badge ${n}`, uri: `https://example.com/${n}.json` },
          ...{ collectionName: 'Badges', compressed: false },
        })),
        expect.objectContaining({ address: address(0xf00) }),
        { address: address(7), name: '', uri: '', collectionName: '', compressed: false },
      ],
      next: address(7),
    })
  })

  it('is asked on from the last address until nothing comes, however few it gives at a time', async () => {
    at().after('0x', answer([row(1), row(2)]))
    at().after(address(2), answer([row(3)]))
    at().after(address(3), answer([]))
    const first = await page()
    const second = await page({ cursor: first.next ?? '' })
    const third = await page({ cursor: second.next ?? '' })
    expect([first.assets.length, second.assets.length, third]).toEqual([2, 1, { assets: [], next: null }])
  })

  it('is asked on the testnet at its own address, and with a key where there is one', async () => {
    at('https://api.testnet.aptoslabs.com', 'secret-key').reply(200, answer([row(1)]))
    expect((await page({ chain: 'aptos-testnet', key: 'secret-key' })).assets).toHaveLength(1)
    await expect(page({ chain: 'solana' })).rejects.toMatchObject({ code: 'provider.chain' })
  })

  it('says how far it is behind', async () => {
    at().reply(200, answer([row(1)], new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, -1)))
    expect((await page()).lag).toBe(
      'The Aptos indexer is 3 hours behind the chain: what came to the wallet since is missing.',
    )
    at().reply(200, { data: { current_token_ownerships_v2: [row(1)] } })
    expect((await page()).lag).toBeUndefined()
  })

  it('of somebody’s own is asked of which chain it is, first of all', async () => {
    const [url, mine] = ['https://indexer.example', at('https://indexer.example')]
    mine.reply(200, { data: { ledger_infos: [{ chain_id: 2 }] } })
    await expect(page({ url })).rejects.toMatchObject({
      code: 'provider.chain',
      message: 'The address that is set for the Aptos indexer is of the chain 2; Aptos is 1: set the one of Aptos.',
    })
    mine.reply(200, { data: { ledger_infos: [{ chain_id: 1 }] } })
    mine.reply(200, answer([row(1)]))
    expect((await page({ url })).assets).toHaveLength(1)
    await expect(page({ url: 'ftp://x' })).rejects.toMatchObject({ code: 'provider.url' })
  })

  it('that fails says so in a sentence: asked too often, a wrong key, a refusal, another form', async () => {
    at().reply(429, '{}', { 'retry-after': '3' })
    await expect(page()).rejects.toMatchObject({ code: 'provider.limited', retryAfterMs: 3_000 })
    at().reply(401, '{}')
    await expect(page({ key: 'secret-key' })).rejects.toMatchObject({ code: 'provider.key' })
    at().reply(200, { errors: [{ message: 'field not found in type' }] })
    await expect(page()).rejects.toMatchObject({
      code: 'provider.refused',
      message: 'The Aptos indexer refuses the question (“field not found in type”): try again later.',
    })
    at().reply(200, { errors: [{ message: 'Rate limit exceeded' }] })
    await expect(page()).rejects.toMatchObject({ code: 'provider.limited' })
    at().reply(200, { data: { current_token_ownerships_v2: 'none' } })
    await expect(page()).rejects.toMatchObject({ code: 'provider.answer' })
    // No place to go on from: the list must not look as if it were whole.
    at().reply(200, answer([row(6, { token_data_id: 'Not an address' }), row(7, { amount: {} })]))
    await expect(page()).rejects.toMatchObject({ code: 'provider.answer' })
    at().reply(500, 'secret-key')
    await expect(page({ key: 'secret-key' })).rejects.not.toThrow(/secret-key/)
  })

  it('is asked where nothing is set, with a key from the environment, or at a server of one’s own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mintdesk-indexer-'))
    const store = await openStore(join(folder, 'mintdesk.db'))
    try {
      const env: Record<string, string> = {}
      const providers = openProviders({ db: store.db, env })
      expect(await providers.of('aptos')).toEqual({ provider: aptosIndexer, key: '' })
      expect(await providers.of('solana')).toBeNull()
      env.MINTDESK_APTOS_INDEXER_KEY = 'from-the-environment'
      env.MINTDESK_APTOS_INDEXER_URL = 'https://indexer.example/v1/graphql'
      expect(await providers.of('aptos-testnet')).toEqual({
        ...{ provider: aptosIndexer, key: env.MINTDESK_APTOS_INDEXER_KEY, url: env.MINTDESK_APTOS_INDEXER_URL },
      })
      const mine = at('https://own.example', 'my-own-key-1234')
      mine.reply(200, { data: { ledger_infos: [{ chain_id: 1 }] } })
      mine.reply(200, answer([]))
      const state = await providers.set('aptos', {
        ...{ kind: 'aptos-indexer', key: 'my-own-key-1234', url: 'https://own.example' },
      })
      expect(state.set).toEqual([
        { scope: 'aptos', kind: 'aptos-indexer', name: 'Aptos indexer', key: '…1234', url: 'https://own.example' },
      ])
    } finally {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
