import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Core, openCore } from '../../src/core/index.ts'
import { createdKey } from '../../src/shared/app-api.ts'
import { badge } from '../api/open-api.ts'
import { compileTestSource } from '../contracts/support/bench.ts'
import { type Caller, callerOf, coreOptions, windowOf } from '../core/trial-core.ts'
import { innerUrl } from '../practice/inner-url.ts'

const base = '/api/2022-06-09'
const stranger = getAddress(`0x${'57'.repeat(20)}`)
const artifact = compileTestSource('Foreign.sol')
const rug = parseAbi(['function transferFrom(address from, address to, uint256 id)'])

let folder: string
let core: Core
let call: Caller
let chain: Awaited<ReturnType<typeof chainOf>>
let server: Server
let host = ''
const asked: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-foreign-'))
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const [, what = ''] = (request.url ?? '').split('/')
    if (what === 'large') response.end(`{"name":"${'x'.repeat(10_000_000)}"}`)
    else if (what === 'page') response.end('<!doctype html>')
    else if (what === 'nulls')
      response.end('{"name":null,"image":7,"attributes":{"a":1},"__proto__":{"description":"no"},"extra":"kept"}')
    else if (what === 'deep') response.end(`{"name":"Deep","well":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
    else if (what === 'gone') response.writeHead(404).end()
    else response.end(JSON.stringify({ name: `Of ${request.url}`, image: 'ipfs://picture' }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  host = typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : ''
  core = await openCore(
    coreOptions(join(folder, 'data'), { trial: { blocks: 100 }, env: { MINTDESK_ALLOW_HOSTS: host } }),
  )
  const { json } = await (await windowOf(core)).call('POST', '/app/keys', { name: 'test' })
  call = callerOf(core.url, { 'x-api-key': createdKey.parse(json).key })
  // The first mint brings the network up.
  await minted('first', stranger)
  chain = await chainOf()
  await chain.impersonateAccount({ address: stranger })
  await chain.setBalance({ address: stranger, value: parseEther('1000') })
})
afterAll(async () => {
  await core?.close()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function chainOf() {
  return createTestClient({ mode: 'anvil', transport: http(await innerUrl(join(folder, 'data'))) })
    .extend(publicActions)
    .extend(walletActions)
}

async function minted(id: string, recipient: string): Promise<{ contract: Address; tokenId: string }> {
  const path = `${base}/collections/default-polygon/nfts/${id}`
  expect(await call('PUT', path, { recipient: `polygon:${recipient}`, metadata: badge })).toMatchObject({ status: 200 })
  await vi.waitFor(async () => expect(JSON.stringify((await call('GET', path)).json)).toContain('"success"'), {
    timeout: 60_000,
    interval: 50,
  })
  const { onChain } = z
    .object({ onChain: z.object({ contractAddress: z.string(), tokenId: z.string() }) })
    .parse((await call('GET', path)).json)
  return { contract: getAddress(onChain.contractAddress), tokenId: onChain.tokenId }
}

async function send(data: Hex, to?: Address, from: Address = stranger) {
  const hash = await chain.sendTransaction({
    account: from,
    chain: null,
    data,
    gas: 20_000_000n,
    ...(to ? { to } : {}),
  })
  await chain.mine({ blocks: 1 })
  const receipt = await chain.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt
}

async function deploy(
  name: string,
  args: readonly unknown[] = [],
): Promise<(f: string, a: readonly unknown[]) => Promise<Address>> {
  const { abi, bytecode } = artifact(name)
  const { contractAddress } = await send(encodeDeployData({ abi, bytecode, args }))
  const to = getAddress(contractAddress ?? '')
  return async (functionName, functionArgs) => {
    if (functionName !== '') await send(encodeFunctionData({ abi, functionName, args: functionArgs }), to)
    return to
  }
}

const nftsOf = async (wallet: string, query = '') => await call('GET', `${base}/wallets/polygon:${wallet}/nfts${query}`)

it('lists what strangers minted beside our own, oldest first, and nothing that only pretends', async () => {
  const holder = getAddress(`0x${'a1'.repeat(20)}`)
  const single = await deploy('Foreign721')
  const copies = await deploy('Foreign1155', [`http://${host}/copies/{id}.json`])
  const json = Buffer.from(JSON.stringify({ name: 'On chain', attributes: [{ trait_type: 'a', value: 1 }] }))
  const contract = await single('mint', [holder, 9n, `data:application/json;base64,${json.toString('base64')}`])
  const own = await minted('between', holder)
  const many = await copies('mintBatch', [holder, [31n, 2n], [5n, 1n]])
  await copies('mint', [holder, 77n, 1n])
  await (await deploy('Hostile721'))('pretend', [holder, 1n])
  await (await deploy('Coin'))('give', [holder, 1_000n])
  await single('mint', [holder, 10n, ''])
  await single('burn', [10n])

  const answer = await nftsOf(holder)
  expect([
    answer.status,
    answer.headers.get('x-mintdesk-coverage'),
    answer.headers.get('x-mintdesk-coverage-note'),
  ]).toEqual([200, 'full', null])
  const foreign = { chain: 'polygon', metadata: { collection: { description: '', image: '' } } }
  expect(answer.json).toMatchObject([
    {
      ...foreign,
      contractAddress: contract,
      tokenId: '9',
      tokenStandard: 'erc-721',
      locator: `polygon:${contract}:9`,
      metadata: {
        name: 'On chain',
        description: '',
        image: '',
        animation_url: '',
        attributes: [{ value: 1 }],
        collection: { name: 'Strangers' },
      },
    },
    { contractAddress: own.contract, tokenId: own.tokenId, metadata: { name: badge.name } },
    { contractAddress: many, tokenId: '2', tokenStandard: 'erc-1155', quantity: '1' },
    {
      tokenId: '31',
      quantity: '5',
      metadata: { name: `Of /copies/${'0'.repeat(62)}1f.json`, image: 'ipfs://picture' },
    },
    { tokenId: '77' },
  ])
  expect(answer.json).toHaveLength(5)
  expect(
    (await nftsOf(holder, `?contractAddress=${many.toLowerCase()}&contractAddress=${contract}&tokenId=9&tokenId=31`))
      .json,
  ).toMatchObject([{ tokenId: '9' }, { tokenId: '31' }])
  expect((await nftsOf(holder, '?contractAddress=nonsense')).json).toEqual([])
  expect((await nftsOf(holder, '?tokenId=-1')).json).toEqual([])
})

it('takes what was transferred outside of the app in and out, and what came back', async () => {
  const [one, other] = [getAddress(`0x${'b1'.repeat(20)}`), getAddress(`0x${'b2'.repeat(20)}`)]
  const { contract, tokenId } = await minted('wandering', one)
  await chain.impersonateAccount({ address: one })
  await chain.impersonateAccount({ address: other })
  await chain.setBalance({ address: one, value: parseEther('1') })
  await chain.setBalance({ address: other, value: parseEther('1') })
  const move = async (from: Address, to: Address) => {
    const args = [from, to, BigInt(tokenId)] as const
    await chain.writeContract({
      account: from,
      chain: null,
      abi: rug,
      address: contract,
      functionName: 'transferFrom',
      args,
      gas: 300_000n,
    })
    await chain.mine({ blocks: 1 })
  }
  const holders = async () => [
    ((await nftsOf(one)).json as unknown as unknown[]).length,
    ((await nftsOf(other)).json as unknown as unknown[]).length,
  ]
  expect(await holders()).toEqual([1, 0])
  await move(one, other)
  expect(await holders()).toEqual([0, 1])
  await move(other, one)
  expect(await holders()).toEqual([1, 0])
})

it('answers hostile metadata with empty fields, within its bounds, and asks for it once', async () => {
  const holder = getAddress(`0x${'c1'.repeat(20)}`)
  const single = await deploy('Foreign721')
  const uris = ['large', 'page', 'nulls', 'deep', 'gone', 'fine'].map((what) => `http://${host}/${what}`)
  const others = [
    'http://10.0.0.1/inside',
    'http://127.0.0.1:1/',
    'ftp://x',
    'nonsense',
    'data:application/json,{"name":"100%"}',
  ]
  for (const [id, uri] of [...uris, ...others].entries()) await single('mint', [holder, BigInt(id), uri])
  const before = asked.length
  const answer = await nftsOf(holder)
  const empty = {
    name: '',
    description: '',
    image: '',
    animation_url: '',
    attributes: [],
    collection: expect.anything(),
  }
  expect((answer.json as unknown as { metadata: unknown }[]).map(({ metadata }) => metadata)).toEqual([
    empty,
    empty,
    { ...empty, extra: 'kept' },
    { ...empty, name: 'Deep' },
    empty,
    { ...empty, name: 'Of /fine', image: 'ipfs://picture' },
    ...Array.from({ length: 4 }, () => empty),
    { ...empty, name: '100%' },
  ])
  expect((await nftsOf(holder)).json).toEqual(answer.json)
  expect(asked.slice(before).sort()).toEqual(['/deep', '/fine', '/gone', '/large', '/nulls', '/page'])
})

it('pages stably through a large wallet, with few calls for the first page', async () => {
  const holder = getAddress(`0x${'d1'.repeat(20)}`)
  const single = await deploy('Foreign721')
  for (let first = 0; first < 2_000; first += 400) await single('mintMany', [holder, BigInt(first), 400n])
  const pages = []
  for (let page = 1; page <= 3; page++) {
    const { json } = await nftsOf(holder, `?page=${page}&perPage=100`)
    pages.push(...(json as unknown as { tokenId: string }[]).map(({ tokenId }) => Number(tokenId)))
  }
  expect(pages).toEqual(Array.from({ length: 300 }, (_, id) => id))
  const last = (await nftsOf(holder, '?page=20&perPage=100')).json as unknown as { tokenId: string }[]
  expect(last.map(({ tokenId }) => tokenId)).toEqual(Array.from({ length: 100 }, (_, id) => String(1_900 + id)))
  expect((await nftsOf(holder, '?page=21&perPage=100')).json).toEqual([])
  await send(
    encodeFunctionData({ abi: artifact('Foreign721').abi, functionName: 'burn', args: [0n] }),
    await single('', []),
  )
  const first = (await nftsOf(holder, '?perPage=2')).json as unknown as { tokenId: string }[]
  expect(first.map(({ tokenId }) => tokenId)).toEqual(['1', '2'])
})

it('says no less than the journal knows while a network that lost blocks comes up again', async () => {
  const holder = getAddress(`0x${'e1'.repeat(20)}`)
  const before = await chain.getBlockNumber({ cacheTime: 0 })
  const own = await minted('lost', holder)
  // As after a kill: the state that was saved last is older than what was said.
  await chain.request({
    method: 'anvil_rollback',
    params: [Number((await chain.getBlockNumber({ cacheTime: 0 })) - before)],
  } as never)
  const answer = await nftsOf(holder)
  expect(answer.json).toMatchObject([
    { contractAddress: own.contract, tokenId: own.tokenId, metadata: { name: badge.name } },
  ])
  expect(answer.headers.get('x-mintdesk-coverage-note')).toContain('coming up again')
})
