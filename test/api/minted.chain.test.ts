import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'svix'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, openCore } from '../../src/core/index.ts'
import { createdKey, createdWebhook } from '../../src/shared/app-api.ts'
import { type Caller, callerOf, coreOptions, windowOf } from '../core/trial-core.ts'
import { openReceiver } from '../events/open-hooks.ts'
import { badge, polygonAddress } from './open-api.ts'
import { walkWallet } from './wallets/wallet-walk.ts'

const base = '/api/2022-06-09'
const nfts = `${base}/collections/default/nfts`
let dataDir: string
let core: Core
let call: Caller
let receiver: Awaited<ReturnType<typeof openReceiver>>
let secret: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-api-chain-'))
  core = await openCore(coreOptions(dataDir, { trial: { blocks: 200 } }))
  const window = await windowOf(core)
  const { json } = await window.call('POST', '/app/keys', { name: 'test' })
  call = callerOf(core.url, { 'x-api-key': createdKey.parse(json).key })
  receiver = await openReceiver(Date.now)
  secret = createdWebhook.parse((await window.call('POST', '/app/webhooks', { url: receiver.url })).json).secret
})
afterAll(async () => {
  await core.close()
  await receiver.close()
  await rm(dataDir, { recursive: true, force: true })
})

const until = async (path: string, status: string) => {
  await expect
    .poll(async () => JSON.stringify((await call('GET', path)).json), { timeout: 60_000, interval: 200 })
    .toContain(`"status":"${status}"`)
  return (await call('GET', path)).json
}

it('mints by address, e-mail and user id, lists what wallets hold, and updates', async () => {
  const recipients = [`polygon:${polygonAddress}`, 'email:ada@example.com:polygon', 'userId:u 1:polygon']
  const made: { id: string }[] = []
  for (const [at, recipient] of recipients.entries()) {
    const { status, json } = await call('PUT', `${nfts}/n${at}`, {
      recipient,
      metadata: { ...badge, name: `Badge ${at}`, extra: at },
    })
    expect(status).toBe(200)
    made.push(json as { id: string })
  }
  const batch = await call('POST', nfts, {
    nfts: Array.from({ length: 30 }, (_, at) => ({
      recipient: recipients[1],
      metadata: { ...badge, name: `Many ${at}` },
    })),
  })
  expect(batch.status).toBe(200)
  for (const { id } of made)
    expect(await until(`${nfts}/${id}`, 'success')).toMatchObject({
      id,
      onChain: { tokenId: expect.any(String), owner: expect.stringMatching(/^0x/), txId: expect.stringMatching(/^0x/) },
    })
  const last = (batch.json as { results: { id: string }[] }).results.at(-1)
  await until(`${nfts}/${last?.id}`, 'success')
  expect(await until(`${base}/actions/default-polygon`, 'succeeded')).toMatchObject({ action: 'collections.create' })
  expect((await until(`${base}/actions/n0`, 'succeeded')).data).toMatchObject({
    txId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    token: { owner: { walletAddress: polygonAddress } },
  })

  const first = await call('GET', `${base}/wallets/polygon:${polygonAddress}/nfts`)
  expect(first.json).toEqual([
    {
      chain: 'polygon',
      contractAddress: expect.stringMatching(/^0x/),
      tokenId: expect.any(String),
      metadata: {
        name: 'Badge 0',
        description: '',
        image: expect.stringMatching(/^ipfs:\/\/baf/),
        animation_url: '',
        attributes: [],
        extra: 0,
        collection: { name: 'Default Polygon collection', description: '', image: '' },
      },
      locator: expect.stringMatching(/^polygon:0x[0-9a-fA-F]{40}:\d+$/),
      tokenStandard: 'erc-721',
    },
  ])
  const pageOf = async (page: number) =>
    (await call('GET', `${base}/wallets/email:ADA@example.com:polygon/nfts?page=${page}`)).json as unknown as {
      tokenId: string
      contractAddress: string
    }[]
  const pages = [await pageOf(1), await pageOf(2), await pageOf(3)]
  expect(pages.map((page) => page.length)).toEqual([20, 11, 0])
  const ids = pages.flat().map(({ tokenId }) => Number(tokenId))
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  // Thirty came in one block, so that a cursor lies between two of the same.
  const walked = await walkWallet(call, 'email:ada@example.com:polygon', `polygon:${polygonAddress}`, 10)
  expect(walked.map(({ length }) => length)).toEqual([10, 10, 10, 1])
  const [some] = pages.flat()
  const filter = `contractAddress=${some?.contractAddress}&tokenId=${some?.tokenId}&tokenId=999`
  const filtered = await call('GET', `${base}/wallets/email:ada@example.com:polygon/nfts?${filter}`)
  expect(filtered.json).toHaveLength(1)

  const update = await call('PATCH', `${nfts}/n0`, { metadata: { ...badge, name: 'Changed' } })
  expect(update.status).toBe(200)
  await until(`${base}/actions/${update.json.actionId}`, 'succeeded')
  expect(await call('GET', `${nfts}/n0`)).toMatchObject({ json: { metadata: { name: 'Changed' } } })
  const { onChain } = (await call('GET', `${nfts}/n0`)).json as {
    onChain: { contractAddress: string; tokenId: string }
  }
  const located = await (await windowOf(core)).call(
    'GET',
    `/app/nfts/polygon:${onChain.contractAddress}:${onChain.tokenId}`,
  )
  expect(located.json).toMatchObject({
    history: [{ what: 'minted' }, { what: 'changed', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }],
  })
  const after = await call('GET', `${base}/wallets/polygon:${polygonAddress}/nfts`)
  expect(after.json).toMatchObject([{ metadata: { name: 'Changed' } }])

  // The collection, 33 mints and the update: each told once, as `GET …/actions/{id}` answers it.
  await receiver.has(35)
  const told = receiver.received.map(({ headers, body }) => {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return JSON.parse(body)
  })
  const kinds = told.map(({ type }) => type).sort()
  expect(new Set(kinds)).toEqual(
    new Set(['collections.create.succeeded', 'nfts.create.succeeded', 'nfts.update.succeeded']),
  )
  expect(kinds.filter((kind) => kind === 'nfts.create.succeeded')).toHaveLength(33)
  for (const id of ['n1', update.json.actionId]) {
    const { json } = await call('GET', `${base}/actions/${id}`)
    const { type, ...action } = told.find(({ actionId }) => actionId === id)
    expect({ type, ...action }).toEqual({ type: `${json.action}.succeeded`, ...json })
  }
})

it('makes a collection with a limit, whose contract is where it was said to be', async () => {
  const { json } = await call('PUT', `${base}/collections/few`, {
    chain: 'polygon',
    metadata: { name: 'Few', symbol: 'FEW', description: '', imageUrl: badge.image },
    supplyLimit: 1,
  })
  await until(`${base}/actions/few`, 'succeeded')
  const mint = { recipient: `polygon:${polygonAddress}`, metadata: badge }
  const { json: nft } = await call('POST', `${base}/collections/few/nfts`, mint)
  const minted = await until(`${base}/collections/few/nfts/${nft.id}`, 'success')
  const { contractAddress } = json.onChain as { contractAddress: string }
  expect(minted.onChain).toMatchObject({ contractAddress, tokenId: '1', owner: polygonAddress })
  expect(await call('POST', `${base}/collections/few/nfts`, mint)).toMatchObject({
    status: 422,
    json: { code: 'supply.exceeded' },
  })
})
