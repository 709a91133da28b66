import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, createTestClient, getAddress, http, publicActions } from 'viem'
import { afterEach, expect, it } from 'vitest'
import { collection1155 } from '../../resources/contracts/artifacts/collection-1155.ts'
import { type Core, openCore } from '../../src/core/index.ts'
import { createdKey, importState, quote, run } from '../../src/shared/app-api.ts'
import { type Caller, callerOf, coreOptions, windowOf } from '../core/trial-core.ts'
import { innerUrl } from '../practice/inner-url.ts'
import { badge, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
const tickets = `${base}/collections/tickets`
const ada = 'email:ada@example.com:polygon'
const hand = `polygon:${polygonAddress}`
const { abi } = collection1155

let folder: string
let core: Core | undefined
let call: Caller
let key = ''

async function open(): Promise<void> {
  core = await openCore(coreOptions(join(folder, 'data'), { trial: { blocks: 100 } }))
  if (key === '') {
    const { json } = await (await windowOf(core)).call('POST', '/app/keys', { name: 'test' })
    key = createdKey.parse(json).key
  }
  call = callerOf(core.url, { 'x-api-key': key })
}

async function begin(): Promise<Address> {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-copies-'))
  key = ''
  await open()
  const made = await call('PUT', tickets, {
    chain: 'polygon',
    metadata: { name: 'Tickets' },
    fungibility: 'semi-fungible',
  })
  expect(made).toMatchObject({ status: 200, json: { fungibility: 'semi-fungible', onChain: { type: 'erc-1155' } } })
  return getAddress((made.json.onChain as { contractAddress: string }).contractAddress)
}

afterEach(async () => {
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

async function chainOf() {
  return createTestClient({ mode: 'anvil', transport: http(await innerUrl(join(folder, 'data'))) }).extend(
    publicActions,
  )
}

const until = async (path: string, wanted: string) => {
  await expect
    .poll(async () => JSON.stringify((await call('GET', path)).json), { timeout: 60_000, interval: 100 })
    .toContain(wanted)
  return (await call('GET', path)).json
}
const ended = (actionId: unknown) => until(`${base}/actions/${actionId}`, '"status":"succeeded"')

it('mints copies of templates, and plain mints as copies of the template of their metadata; wallets hold them', async () => {
  const contract = await begin()
  const gold = await call('PUT', `${tickets}/templates/gold`, {
    metadata: { ...badge, name: 'Gold' },
    supply: { limit: 6 },
  })
  const { tokenId } = gold.json.onChain as { tokenId: string }
  const first = await call('POST', `${tickets}/sfts`, { templateId: 'gold', recipient: ada, amount: 3 })
  expect(first).toMatchObject({ status: 200, json: { action: 'nfts.create', status: 'pending' } })
  const plain = { recipient: hand, metadata: { ...badge, name: 'Gold' } }
  const batch = await call('POST', `${tickets}/nfts`, {
    nfts: [plain, { ...plain, id: 'n2' }, { recipient: hand, metadata: { ...badge, name: 'Silver' } }],
  })
  expect(batch.status).toBe(200)
  expect(await ended(first.json.actionId)).toMatchObject({
    data: { token: { tokenId, templateId: 'gold', amount: 3 }, txId: expect.stringMatching(/^0x/) },
  })
  expect(await until(`${tickets}/nfts/n2`, '"status":"success"')).toMatchObject({
    onChain: { tokenId, owner: polygonAddress },
    templateId: 'gold',
    amount: 1,
    metadata: { name: 'Gold' },
  })
  expect((await call('GET', `${tickets}/templates`)).json).toMatchObject([
    { templateId: 'gold', onChain: { tokenId }, supply: { limit: 6, minted: 5 } },
    { metadata: { name: 'Silver' }, supply: { minted: 1 } },
  ])
  expect((await call('GET', `${base}/wallets/${ada}/nfts`)).json).toMatchObject([
    { contractAddress: contract, tokenId, tokenStandard: 'erc-1155', quantity: '3', metadata: { name: 'Gold' } },
  ])
  expect((await call('GET', `${base}/wallets/${hand}/nfts?tokenId=${tokenId}`)).json).toMatchObject([{ quantity: '2' }])
  expect(await call('POST', `${tickets}/sfts`, { templateId: 'gold', recipient: ada, amount: 2 })).toMatchObject({
    status: 422,
    json: { code: 'supply.exceeded', message: expect.stringContaining('only 1 more, not 2') },
  })

  expect(await call('PATCH', `${tickets}/templates/gold`, { supply: { limit: 4 } })).toMatchObject({
    status: 422,
    json: { code: 'supply.exceeded' },
  })
  const change = { metadata: { ...badge, name: 'Platinum' }, supply: { limit: 8 } }
  expect((await call('PATCH', `${tickets}/templates/gold`, change)).status).toBe(204)
  const chain = await chainOf()
  await expect
    .poll(() => chain.readContract({ abi, address: contract, functionName: 'token', args: [BigInt(tokenId)] }), {
      timeout: 60_000,
    })
    .toEqual([true, 5n, 8n])
  await until(`${base}/wallets/${ada}/nfts`, '"name":"Platinum"')
  expect(await call('GET', `${tickets}/nfts/n2`)).toMatchObject({ json: { metadata: { name: 'Platinum' } } })
  expect(await call('PATCH', `${tickets}/nfts/n2`, { metadata: badge })).toMatchObject({
    status: 422,
    json: { code: 'nft.copy' },
  })
  expect(await call('DELETE', `${tickets}/templates/gold`)).toMatchObject({
    status: 422,
    json: { code: 'template.used' },
  })

  // Burning: what she was minted at once, and no unit more; never what somebody else holds.
  const { actionId } = (await call('POST', `${tickets}/sfts`, { templateId: 'gold', recipient: ada })).json
  const one = `${tickets}/nfts/${actionId}`
  await until(one, '"status":"success"')
  expect((await call('DELETE', `${tickets}/nfts/n2`)).json).toMatchObject({ code: 'nft.notHeld' })
  const three = `${tickets}/nfts/${first.json.actionId}`
  const burn = await call('DELETE', three)
  expect(burn).toMatchObject({ status: 200, json: { action: 'nfts.delete', status: 'pending' } })
  expect((await call('DELETE', three)).json.code).toMatch(/^nft\.(beingBurnt|burnt)$/)
  const { data } = await ended(burn.json.actionId)
  expect(data).toMatchObject({ txId: expect.stringMatching(/^0x/) })
  expect((data as { token: object }).token).toEqual({
    id: first.json.actionId,
    tokenId,
    templateId: 'gold',
    amount: 3,
  })
  expect((await call('GET', `${base}/wallets/${ada}/nfts`)).json).toMatchObject([{ tokenId, quantity: '1' }])
  expect((await call('GET', three)).json.onChain).not.toHaveProperty('owner')
  expect((await call('GET', one)).json.onChain).toHaveProperty('owner')
  expect((await call('DELETE', three)).json).toMatchObject({ code: 'nft.burnt' })
  await ended((await call('DELETE', one)).json.actionId)
  expect((await call('GET', `${base}/wallets/${ada}/nfts`)).json).toEqual([])
})

it('fails the copies of a contract that refuses them, alone: all others of the batch are minted once', async () => {
  const contract = await begin()
  await call('PUT', `${tickets}/templates/gold`, { metadata: badge })
  const warm = await call('POST', `${tickets}/sfts`, { templateId: 'gold', recipient: hand })
  await ended(warm.json.actionId)
  const chain = await chainOf()
  const deaf = getAddress(`0x${'de'.repeat(20)}`)
  const loop = getAddress(`0x${'1f'.repeat(20)}`)
  await chain.setCode({ address: deaf, bytecode: '0x60006000fd' })
  // JUMPDEST, PUSH1 0, JUMP: uses all gas that it is given.
  await chain.setCode({ address: loop, bytecode: '0x5b600056' })
  // Refuses where GASPRICE is not zero: takes what is only tried out, and refuses the transaction.
  const sly = getAddress(`0x${'51'.repeat(20)}`)
  await chain.setCode({ address: sly, bytecode: '0x3a60145763f23a6e6160e01b60005260206000f35b600080fd' })
  const recipients = [deaf, sly, ...Array.from({ length: 4 }, (_, n) => getAddress(`0x${'a'.repeat(39)}${n}`)), loop]
  const batch = await call('POST', `${tickets}/nfts`, {
    nfts: recipients.map((recipient, at) => ({ id: `r${at}`, recipient: `polygon:${recipient}`, metadata: badge })),
  })
  expect(batch.status).toBe(200)
  for (const [at, recipient] of recipients.entries()) {
    const refused = [deaf, sly, loop].includes(recipient)
    await until(`${tickets}/nfts/r${at}`, refused ? '"status":"failed"' : '"status":"success"')
    if (refused)
      expect(await until(`${base}/actions/r${at}`, 'failed')).toMatchObject({
        data: { error: { code: 'recipient.refused', message: expect.stringContaining(recipient) } },
      })
  }
  expect(await chain.readContract({ abi, address: contract, functionName: 'minted' })).toBe(5n)
})

it.each([
  ['with the lists of its batches', false],
  ['whose lists are lost as well: batches are known again by their jobs', true],
])('mints nothing twice after an older copy of the data was put back, %s', async (_what, isLost) => {
  const contract = await begin()
  const template = { metadata: badge, supply: { limit: 10 } }
  await call('PUT', `${tickets}/templates/gold`, template)
  const first = await call('POST', `${tickets}/sfts`, { templateId: 'gold', recipient: hand, amount: 2 })
  await ended(first.json.actionId)
  await core?.close()
  for (const ending of ['', '-wal', '-shm'])
    await cp(join(folder, `data/mintdesk.db${ending}`), join(folder, `copy.db${ending}`), { force: true }).catch(
      () => {},
    )

  await open()
  const mints = [1, 2, 3].map((n) => ({ id: `m${n}`, recipient: hand, metadata: { ...badge, name: `Sort ${n % 2}` } }))
  await call('POST', `${tickets}/nfts`, { nfts: mints })
  for (const { id } of mints) await until(`${tickets}/nfts/${id}`, '"status":"success"')
  await core?.close()
  for (const ending of ['', '-wal', '-shm']) {
    await rm(join(folder, `data/mintdesk.db${ending}`), { force: true })
    await cp(join(folder, `copy.db${ending}`), join(folder, `data/mintdesk.db${ending}`)).catch(() => {})
  }

  if (isLost) await rm(join(folder, 'data/content/folders'), { recursive: true })
  await open()
  const same = isLost ? mints : [...mints].reverse()
  const again = same.concat([{ id: 'new', recipient: hand, metadata: { ...badge, name: 'Sort 1' } }])
  await call('POST', `${tickets}/nfts`, { nfts: again })
  // The older copy knows nothing of who minted since: a person says that nobody else does.
  if (!core) throw new Error('there is no core')
  const window = await windowOf(core)
  await expect
    .poll(async () => (await window.call('POST', '/app/collections/tickets/take-over')).status, { timeout: 60_000 })
    .toBe(204)
  for (const { id } of again) await until(`${tickets}/nfts/${id}`, '"status":"success"')
  const chain = await chainOf()
  expect(await chain.readContract({ abi, address: contract, functionName: 'minted' })).toBe(6n)
  const held = (await call('GET', `${base}/wallets/${hand}/nfts`)).json as unknown as { quantity: string }[]
  expect(held.map(({ quantity }) => quantity).sort()).toEqual(['1', '2', '3'])
})

it('mints a spreadsheet as copies: rows with the same metadata are units of one template, within a tenth of the price that was shown', async () => {
  await begin()
  if (!core) throw new Error('there is no core')
  const window = await windowOf(core)
  const sheet = [
    'recipient,name,image',
    ...Array.from({ length: 60 }, (_, n) => n + 1).map((n) => `user${n}@example.com,Sort ${n % 2},ipfs://bafkqaaa`),
    '',
  ]
  const made = await window.call('POST', '/app/imports?name=a.csv&collectionId=tickets', Buffer.from(sheet.join('\n')))
  const { id: importId } = importState.parse(made.json)
  await expect
    .poll(async () => (await window.call('GET', `/app/imports/${importId}`)).json, { timeout: 60_000, interval: 100 })
    .toMatchObject({ state: 'checked', counts: { ready: 60, errors: 0 } })
  const price = quote.parse((await window.call('POST', '/app/quotes', { importId })).json)
  const { id } = run.parse((await window.call('POST', '/app/runs', { importId })).json)
  await expect
    .poll(async () => (await window.call('GET', `/app/runs/${id}`)).json, { timeout: 60_000, interval: 100 })
    .toMatchObject({ state: 'finished', counts: { total: 60, succeeded: 60, failed: 0 } })
  const done = run.parse((await window.call('GET', `/app/runs/${id}`)).json)
  expect(Number(done.fee.amount)).toBeLessThanOrEqual(Number(price.fee.high.amount))
  const apart = Number(done.fee.amount) / Number(price.fee.expected.amount) - 1
  expect(Math.abs(apart), `${done.fee.amount} of ${price.fee.expected.amount}`).toBeLessThan(0.1)
  const templates = (await call('GET', `${tickets}/templates`)).json as unknown as { supply: object }[]
  expect(templates.map(({ supply }) => supply)).toEqual([{ minted: 30 }, { minted: 30 }])
})
