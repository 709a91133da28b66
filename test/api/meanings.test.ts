import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenApi, openApi } from './open-api.ts'

let api: OpenApi
let headers: Record<string, string>

beforeAll(async () => {
  api = await openApi()
  const { key } = await api.newKey(['wallets:nfts.transfer', 'wallets.create', 'wallets:nfts.read'])
  headers = { 'x-api-key': key }
})
afterAll(() => api.close())

const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** The paths of all faults, and their sentences by path. */
async function faultsOf(method: string, url: string, body?: unknown) {
  const answer = await api.call(method, url, body, headers)
  expect([answer.status, answer.body.code]).toEqual([400, 'request.invalid'])
  const details: { path: string; message: string }[] = answer.body.details
  return Object.fromEntries(details.map(({ path, message }) => [path, message]))
}

it('of a transfer, what a field means is told beside what is of the wrong type or missing', async () => {
  const faults = await faultsOf('POST', '/api/v1-alpha1/wallets/transfer', {
    chain: 'polygon',
    from: 'email:ada@example.com:base',
    to: 'telegram:ada',
    contractAddress: '0x1234',
    quantity: 0,
  })
  expect(faults).toEqual({
    from: 'from is a wallet on base, but the NFT is on polygon.',
    to: expect.stringContaining('There is no chain named "telegram"'),
    contractAddress: expect.stringContaining('0x1234'),
    tokenId: 'tokenId is required on polygon.',
    quantity: 'quantity must be a whole number from 1.',
  })
})

it('of a transfer by user id too, on Solana as well', async () => {
  const faults = await faultsOf('POST', '/api/v1-alpha1/transfer', {
    chain: 'solana',
    fromAddress: address,
    toAddress: 7,
    tokenMintAddress: '1234',
  })
  expect(Object.keys(faults).sort()).toEqual(['fromAddress', 'toAddress', 'tokenMintAddress'])
  expect(faults.toAddress).toBe('toAddress must be text.')
})

it('of an unknown chain nothing more is said of what is on it', async () => {
  const body = { chain: 'nowhere', from: address, to: 'x', contractAddress: 'y', tokenId: 'z' }
  expect(Object.keys(await faultsOf('POST', '/api/v1-alpha1/wallets/transfer', body)).sort()).toEqual([
    'chain',
    'tokenId',
  ])
})

it('of a body that is no object, that', async () => {
  const { '': fault } = await faultsOf('POST', '/api/v1-alpha1/wallets/transfer', 'null')
  expect(fault).toContain('needs a JSON body that is an object')
  expect(Object.keys(await faultsOf('POST', '/api/v1-alpha1/wallets', 'null'))).toEqual([''])
})

it('is said before whether transfers are let in', async () => {
  const right = { chain: 'polygon', from: address, to: address, contractAddress: address, tokenId: '1' }
  const refused = await api.call('POST', '/api/v1-alpha1/wallets/transfer', right, headers)
  expect([refused.status, refused.body.code]).toEqual([403, 'transfer.enterprise'])
  expect(Object.keys(await faultsOf('POST', '/api/v1-alpha1/wallets/transfer', { ...right, to: 'nobody' }))).toEqual([
    'to',
  ])
})

it('of wallets: who they are of, beside the chain; and which is listed, beside the page', async () => {
  expect(Object.keys(await faultsOf('POST', '/api/v1-alpha1/wallets', { email: 'ada', chain: 'moon' })).sort()).toEqual(
    ['chain', 'email'],
  )
  expect(
    Object.keys(await faultsOf('POST', '/api/v1-alpha1/wallets', { userId: '', email: 'a@example.com' })).sort(),
  ).toEqual(['', 'chain', 'userId'])
  expect(Object.keys(await faultsOf('GET', '/api/2022-06-09/wallets/telegram:ada/nfts?page=none')).sort()).toEqual([
    'identifier',
    'page',
  ])
})
