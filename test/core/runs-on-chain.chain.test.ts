import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Address, createTestClient, getAddress, http, publicActions, walletActions } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { type Core, openCore } from '../../src/core/index.ts'
import { importState, quote, run as runSchema } from '../../src/shared/app-api.ts'
import { recipientOf } from '../minting/open-engine.ts'
import { innerUrl } from '../practice/inner-url.ts'
import { type Caller, coreOptions, windowOf } from './trial-core.ts'

const base = '/api/2022-06-09'
const { abi } = collection721
let dataDir: string
let core: Core
let call: Caller

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mintdesk-runs-'))
  core = await openCore(coreOptions(dataDir, { trial: { blocks: 60, chains: { limits: { mintsPerBatch: 10 } } } }))
  call = (await windowOf(core)).call
  await ask('PUT', `${base}/collections/shop`, {
    chain: 'polygon',
    metadata: { name: 'Shop', symbol: 'SHOP' },
  })
  await until(async () => JSON.stringify(await ask('GET', `${base}/actions/shop`)).includes('"succeeded"'))
})
afterAll(async () => {
  await core.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const { status, text, json } = await call(method, path, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
  return json
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await condition()); await delay(30))
    if (Date.now() > end) throw new Error('waited too long')
}

/** A checked import of so many rows. */
async function imported(from: number, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, n) => `${recipientOf(from + n)},Badge ${from + n},ipfs://bafkqaaa`)
  const sheet = Buffer.from(['recipient,name,image', ...lines, ''].join('\n'))
  const { id } = importState.parse(await ask('POST', `/app/imports?name=${from}.csv&collectionId=shop`, sheet))
  const state = async () => importState.parse(await ask('GET', `/app/imports/${id}`)).state
  await until(async () => (await state()) !== 'checking')
  expect(await state()).toBe('checked')
  return id
}

const runOf = async (id: string) => runSchema.parse(await ask('GET', `/app/runs/${id}`))

async function chainClient() {
  const transport = http(await innerUrl(dataDir))
  return createTestClient({ mode: 'anvil', transport }).extend(publicActions).extend(walletActions)
}

async function shopAddress(): Promise<Address> {
  const { onChain } = (await ask('GET', `${base}/collections/shop`)) as { onChain: { contractAddress: string } }
  return getAddress(onChain.contractAddress)
}

it('says of a contract whose role was taken away what is the matter, and mints when it is given back', async () => {
  const chain = await chainClient()
  const address = await shopAddress()
  const owner = await chain.readContract({ abi, address, functionName: 'owner' })
  // The owner's key is used by something else, which the engine must bear besides.
  const roles = async (functionName: 'revokeRoles' | 'grantRoles') => {
    await chain.impersonateAccount({ address: owner })
    const hash = await chain.writeContract({
      ...{ abi, address, functionName, args: [owner, 1n] },
      ...{ account: owner, chain: null, gas: 100_000n },
    })
    await chain.mine({ blocks: 3 })
    expect((await chain.getTransactionReceipt({ hash })).status).toBe('success')
    await chain.stopImpersonatingAccount({ address: owner })
  }
  await roles('revokeRoles')
  const { id } = runSchema.parse(await ask('POST', '/app/runs', { importId: await imported(1_000, 5) }))
  await until(async () => (await runOf(id)).counts.failed === 5)
  const rows = JSON.stringify(await ask('GET', `/app/runs/${id}/rows?state=failed`))
  expect(rows).toContain(
    'its role as a minter was taken away. Have the owner do it or give the role back, and try again.',
  )
  await roles('grantRoles')
  await ask('POST', `/app/runs/${id}/retry`)
  await until(async () => (await runOf(id)).counts.succeeded === 5)
})

it('keeps back what all runs still need, so that the next price counts it, and gives it free when they end', async () => {
  const price = async (importId: string) => quote.parse(await ask('POST', '/app/quotes', { importId }))
  const reserved = async (importId: string) => BigInt((await price(importId)).treasury.reserved.amount)
  const [first, second, third] = [await imported(2_000, 30), await imported(3_000, 5), await imported(4_000, 2)]
  for (const importId of [first, second, third]) expect(await reserved(importId)).toBe(0n)
  // They wait for a fee that never comes.
  const held = async (importId: string) => {
    const { id } = runSchema.parse(await ask('POST', '/app/runs', { importId, feeCeiling: '1' }))
    const rest = BigInt((await runOf(id)).restFee?.amount ?? 0)
    expect(rest).toBeGreaterThan(0n)
    return { id, rest }
  }
  const end = async (id: string) => {
    await ask('POST', `/app/runs/${id}/cancel`)
    await until(async () => (await runOf(id)).state === 'cancelled')
  }
  const [one, other] = [await held(first), await held(second)]
  expect(await reserved(third)).toBe(one.rest + other.rest)
  await end(one.id)
  expect(await reserved(third)).toBe(other.rest)
  await end(other.id)
  expect(await reserved(third)).toBe(0n)
})
