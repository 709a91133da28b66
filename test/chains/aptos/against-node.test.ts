import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payloadLayout } from '../../../src/core/chains/aptos/bcs/payload.ts'
import { addressLayout } from '../../../src/core/chains/aptos/bcs/values.ts'
import { aptosClient } from '../../../src/core/chains/aptos/client.ts'
import { aptosProjectKeys } from '../../../src/core/chains/aptos/keys.ts'
import { aptosLimits } from '../../../src/core/chains/aptos/limits.ts'
import { aptosRpc } from '../../../src/core/chains/aptos/rpc/rpc.ts'
import type { ChainCall } from '../../../src/core/chains/family/call.ts'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { Cost, Fee } from '../../../src/core/chains/family/fees.ts'
import { Refusal } from '../../../src/core/chains/family/outcome.ts'
import type { NewToken } from '../../../src/core/chains/family/tokens.ts'
import type { Receipt } from '../../../src/core/chains/family/transactions.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { type AptosNode, openAptosNode } from '../../../src/core/practice/aptos/node.ts'
import { practiceAptosClient } from '../../../src/core/practice/aptos/practice-client.ts'
import { openAptosKeys } from '../../../src/core/wallets/aptos-keys.ts'
import { familyOf } from '../../../src/shared/families.ts'

const keys = openAptosKeys(mnemonicToSeedSync('test test test test test test test test test test test junk'))
const projectKeys = (projectIndex: number) => aptosProjectKeys(() => ({ aptos: keys }), projectIndex)
const ann = { kind: 'email', user: 'ann@example.com' } as const
const wallet = projectKeys(0).user(ann).address
const friend = `0x${'c'.repeat(64)}`
const facts = {
  ...{ projectIndex: 0, id: 'c', name: 'Bädges', symbol: '', contractUri: 'ipfs://c', supplyLimit: 70, sale: null },
  ...{ contractKind: 'digital-asset', contractVersion: 1 },
}

let dir: string
let node: AptosNode
let client: ChainClient
let treasury: string
let collection: string

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'aptos-client-'))
  node = await openAptosNode({ dir, port: 0, commitMs: 'manual' })
  const url = `http://127.0.0.1:${node.port}/v1`
  const rpc = aptosRpc(url)
  client = aptosClient({
    ...{
      chain: 'aptos' as const,
      network: 'practice:aptos',
      chainId: 4,
      confirmations: 1,
      limits: aptosLimits,
      rpc: async () => rpc,
    },
    treasury: (projectIndex) => projectKeys(projectIndex).treasury(),
    user: (projectIndex, owner) => projectKeys(projectIndex).user(owner),
    async give(address, octas) {
      await fetch(`${url}/mint?address=${address}&amount=${octas}`, { method: 'POST' })
      node.commit()
    },
  })
  treasury = client.treasury(0)
  collection = client.contractAddress(facts)
})
afterAll(async () => {
  await node.close()
  await rm(dir, { recursive: true, force: true })
})

/** Signs a call, sends it, has it committed, and tells what it did. @param ok whether it is to succeed */
async function done(work: Work, call: ChainCall, ok = true) {
  return client.outcome(work, await included(call, (await client.fees()).expected, ok))
}

async function included(call: ChainCall, fee: Fee, ok = true): Promise<Receipt> {
  const sequence = await client.sequence(treasury)
  const attempt = await client.sign(call, 0, sequence, fee)
  expect(await client.send([attempt.raw])).toEqual([{ kind: 'accepted' }])
  expect(await client.receipts([attempt.hash])).toEqual(new Map())
  node.commit()
  const receipt = (await client.receipts([attempt.hash])).get(attempt.hash)
  if (!receipt) throw new Error('it is not on the ledger')
  expect([receipt.ok, receipt.final]).toEqual([ok, true])
  expect(receipt.used).toBeLessThanOrEqual(BigInt(call.weight))
  expect(await client.usedBy(treasury, sequence, receipt.blockNumber)).toBe(attempt.hash)
  expect(await client.sequenceAt(treasury, receipt.blockNumber)).toBe(sequence + 1)
  expect(await client.sequenceAt(treasury, receipt.blockNumber - 1)).toBe(sequence)
  expect(await client.send([attempt.raw])).toEqual([{ kind: 'sequence-used' }])
  return receipt
}

/** What a unit of gas costs in these tests: the least, what the practice network calls high, and a busy day. */
const prices = [100n, 150n, 300n]
const feeOf = (price: bigint): Fee => ({ max: price, priority: price, legacy: true })
const nothing: Cost = { weight: 0n, extra: 0n, extraAtMost: 0n }
const octasOf = ({ weight, extra }: Cost, price: bigint) => weight * price + extra
/** What the window says that one of a kind costs before there is anything to simulate. */
function kindOf(name: string): { weight: number; beside?: number } {
  const cost = familyOf('aptos').kinds.find((kind) => kind.name === name)?.choice?.perMint
  if (!cost || !('weight' in cost)) throw new Error('its fees are not paid by weight')
  return cost
}
/** Octas that a call costs at a price, less than a unit's rounding more: three tenths more units are asked for than it uses. */
const calledFor = (call: ChainCall, price: bigint) => ((Number(call.weight) - 1) / 1.3) * Number(price)

async function prepared(work: Work) {
  return done(work, await client.prepare(work, 0))
}

const tokensFrom = (first: number, count: number): NewToken[] =>
  Array.from({ length: count }, (_, place) => ({
    ...{ name: `Badge #${first + place}`, symbol: '', uri: `ipfs://b/${first + place}.json` },
    recipient: place === 2 ? treasury : place < 5 ? wallet : `0x${String(first + place).padStart(64, '0')}`,
  }))
const mint = (tokens: NewToken[]): Work => ({
  ...{ kind: 'mint-tokens', contract: collection, contractKind: 'digital-asset', jobId: '0x1', tree: null },
  tokens,
})
const refused = (work: Work) =>
  client.prepare(work, 0).then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.outcome : error),
  )

describe('the client against the practice node', () => {
  const minted: string[] = []
  const ownOf = (address: string) => ({
    ...{ address, collection, contractKind: 'digital-asset', leafContext: null },
    texts: { name: 'Badge #1', symbol: '', uri: 'ipfs://b/1.json' },
  })
  const update = (address: string, more: { uri: string; name?: string }): Work => ({
    ...{ kind: 'update', contract: collection, tokenId: 1, own: ownOf(address) },
    ...more,
  })
  const transfer = (address: string): Work => ({
    ...{
      kind: 'transfer',
      by: 'treasury',
      jobId: '0x2',
      contract: address,
      tokenId: '',
      standard: 'addressed',
      quantity: '1',
    },
    ...{ holder: wallet, owner: ann, to: friend },
  })
  const burn = (address: string): Work => ({
    ...{ kind: 'burn', contract: collection, jobId: '0x3', tokenId: 1, own: ownOf(address) },
    ...{ holder: wallet, owner: ann },
  })

  /** By the treasury itself, with another program. */
  const givenAway = (token: string): ChainCall => {
    const values = [token, friend].map((value) => addressLayout.serialize(value).toBytes())
    const module = { address: '0x1', name: 'object' }
    const payload = { entryFunction: { module, name: 'transfer_call', typeArguments: [], arguments: values } }
    const data = Buffer.from(payloadLayout.serialize(payload).toBytes()).toString('hex')
    return { to: null, data: `0x${data}`, value: '0', weight: '2000' }
  }

  it('knows the ledger from its beginning', async () => {
    expect(await client.genesis()).toBe(node.genesis)
    expect(await client.head()).toEqual(await client.finalized())
  })

  it('prepares for a treasury without coin, and signs once it has some', async () => {
    const [call] = await client.deploymentCalls(facts)
    if (!call) throw new Error('nothing to do')
    expect(Number(call.weight)).toBeGreaterThan(10_000)
    await client.faucet?.(treasury)
    expect(await client.balance(treasury)).toBe(100_000_000_000n)
    expect(await done({ kind: 'fill' }, call)).toEqual({ kind: 'done' })
    expect(await client.deploymentCalls(facts)).toEqual([])
    expect(await client.settings(collection)).toMatchObject({ supplyLimit: 70, royalty: null })
  })

  it('mints thirty in a transaction, and lists them as they were minted', async () => {
    const tokens = tokensFrom(1, 30)
    const outcome = await prepared(mint(tokens))
    if (outcome.kind !== 'minted') throw new Error(outcome.kind)
    expect(outcome.firstTokenId).toBe(1)
    minted.push(...(outcome.addresses ?? []))
    expect(minted).toHaveLength(30)
    const listed = await client.tokenList?.tokensOf(collection, treasury)
    expect(
      listed?.map(({ tokenId, address, recipient, name, uri }) => ({ tokenId, address, recipient, name, uri })),
    ).toEqual(
      tokens.map(({ recipient, name, uri }, place) => ({
        tokenId: place + 1,
        address: minted[place],
        recipient,
        name,
        uri,
      })),
    )
    expect(await client.tokenList?.minted(collection)).toBe(30)
    expect(await client.ownTokens?.ownerOf(minted[0] ?? '')).toBe(wallet)
  })

  it.each([1, 3, 10, 30])(
    'quotes %s mints within a twentieth, and never below, simulated or reckoned',
    async (size) => {
      const shape = { kind: 'uris', size, uri: 'ipfs://b/99.json' } as const
      for (const name of [facts.name, 'Not there yet']) {
        const { batches } = await client.rehearse({ ...facts, name }, [shape])
        for (const price of prices) {
          const paid = calledFor(await client.prepare(mint(tokensFrom(31, size)), 0, feeOf(price)), price)
          const quoted = Number(octasOf(batches[0] ?? nothing, price))
          expect(quoted).toBeGreaterThanOrEqual(paid)
          expect(quoted).toBeLessThan(paid * 1.05)
        }
      }
    },
  )

  it('knows what anybody holds by the network’s own indexer', async () => {
    const rpcUrl = `http://127.0.0.1:${node.port}/v1`
    const practice = practiceAptosClient({
      network: { start: async () => ({ rpcUrl }), hold: () => () => {}, give: async () => {} },
      ...{ keys: projectKeys, limits: undefined, rpcUrl: undefined, timeoutMs: undefined, faucet: false },
    })
    expect(practice.assets?.whole).toBe(true)
    expect(await practice.assets?.heldBy(wallet)).toContain(minted[0])
    expect(await practice.assets?.heldBy(`0x${'e'.repeat(64)}`)).toEqual([])
  })

  it.each([
    ['the least price', 100n, 31, 10],
    ['the high price of a practice network', 150n, 41, 10],
    ['three times the least price', 300n, 51, 10],
  ])('quotes what it then pays at %s: storage costs the same at every price', async (_name, price, first, size) => {
    const { batches } = await client.rehearse(facts, [{ kind: 'uris', size, uri: 'ipfs://b/11.json' }])
    const cost = batches[0] ?? nothing
    const tokens = tokensFrom(first, size)
    const work = mint(tokens)
    const call = await client.prepare(work, 0, feeOf(price))
    const before = await client.balance(treasury)
    const receipt = await included(call, feeOf(price))
    expect(await client.outcome(work, receipt)).toMatchObject({ kind: 'minted', firstTokenId: first })
    const paid = before - (await client.balance(treasury))
    expect(receipt.fee).toBe(paid)
    expect(octasOf(cost, price)).toBeGreaterThanOrEqual(paid)
    // Names are taken to be of usual length.
    expect(Number(octasOf(cost, price))).toBeLessThan(Number(paid) * 1.02)
    // Nearly all of it is storage, so the price of gas hardly counts.
    expect(Number(cost.extra)).toBeGreaterThan(size * 650_000)
    expect(Number(cost.weight)).toBeLessThan(size * 100)
    // What is signed for at most is within the high quote wherever that price is the high one.
    const { high } = await client.fees()
    const signed = BigInt((await client.prepare(mint(tokens), 0, high)).weight) * high.max
    expect(signed).toBeLessThanOrEqual(cost.weight * high.max + cost.extraAtMost)
  })

  it('says of a new collection’s first mints what a unit of gas more or less costs, as of the later ones', async () => {
    const shape = { kind: 'uris', size: 30, uri: 'ipfs://b/99.json' } as const
    const [simulated, reckoned] = await Promise.all(
      [facts.name, 'Not there yet'].map(
        async (name) => (await client.rehearse({ ...facts, name }, [shape])).batches[0],
      ),
    )
    const { beside = 0, weight } = kindOf('digital-asset')
    for (const cost of [simulated ?? nothing, reckoned ?? nothing])
      for (const price of prices) {
        const said = weight * Number(price) + beside
        expect(Number(octasOf(cost, price)) / 30 / said).toBeCloseTo(1, 1)
      }
  })

  it('quotes a further collection without the account that the treasury has by now', async () => {
    const further = { ...facts, name: 'Further', description: 'Guests of the second evening' }
    const { deployment } = await client.rehearse(further, [])
    const [call] = await client.deploymentCalls(further)
    if (!call) throw new Error('nothing to do')
    const paid = calledFor(call, 100n)
    const quoted = Number(octasOf(deployment[0] ?? nothing, 100n))
    expect(quoted).toBeGreaterThanOrEqual(paid)
    expect(quoted).toBeLessThan(paid * 1.05)
  })

  it('changes texts and royalties', async () => {
    const [token = ''] = minted
    await prepared(update(token, { uri: 'ipfs://new' }))
    expect(await client.assets?.described([token])).toMatchObject([{ name: 'Badge #1', uri: 'ipfs://new' }])
    await prepared(update(token, { uri: 'ipfs://newer', name: 'Änother' }))
    expect(await client.assets?.described([token])).toMatchObject([{ name: 'Änother', uri: 'ipfs://newer' }])
    // What it was minted with stays in the list.
    expect((await client.tokenList?.tokensOf(collection, treasury))?.[0]).toMatchObject({ name: 'Badge #1' })
    const royalty = { receiver: wallet, basisPoints: 250 }
    await prepared({ kind: 'set-royalty', contract: collection, royalty })
    expect(await client.settings(collection)).toMatchObject({ royalty })
    await prepared({ kind: 'set-royalty', contract: collection, royalty: null })
    expect(await client.settings(collection)).toMatchObject({ royalty: null })
  })

  it('moves what a user’s wallet holds, once, and burns what the holder has', async () => {
    const [token = ''] = minted
    expect(await client.transfers?.standing(token, '', wallet)).toEqual({
      kind: 'nft',
      standard: 'addressed',
      held: 1n,
    })
    await prepared(transfer(token))
    expect(await client.ownTokens?.ownerOf(token)).toBe(friend)
    expect(await refused(transfer(token))).toEqual({ kind: 'already-minted', firstTokenId: 0 })
    expect(await refused(burn(token))).toMatchObject({ code: 'nft.notHeld' })
    const [, , , , own = ''] = minted
    expect(await prepared(burn(own))).toEqual({ kind: 'done' })
    expect(await client.ownTokens?.ownerOf(own)).toBeNull()
    expect(await refused(burn(own))).toEqual({ kind: 'already-minted', firstTokenId: 0 })
    expect(await refused(transfer(own))).toMatchObject({ code: 'nft.burnt' })
    expect(await refused(update(own, { uri: 'ipfs://x' }))).toMatchObject({ code: 'nft.burnt' })
    expect((await client.tokenList?.tokensOf(collection, treasury))?.[4]).toMatchObject({
      name: 'Badge #5',
      address: own,
    })
  })

  it.each([
    ['a wallet', 1],
    ['the treasury', 2],
  ])('burns nothing that %s gave away between the check and the burn', async (_, place) => {
    const token = minted[place] ?? ''
    const burning = { ...burn(token), ...(place === 1 ? {} : { holder: treasury, owner: null }) } as Work
    const call = await client.prepare(burning, 0)
    if (place === 1) await prepared(transfer(token))
    else await done({ kind: 'fill' }, givenAway(token))
    expect(await done(burning, call, false)).toMatchObject({ kind: 'failed', code: 'nft.notHeld' })
    expect(await client.ownTokens?.ownerOf(token)).toBe(friend)
  })

  it('names the first mint that a supply limit leaves out', async () => {
    // Sixty were minted and one was burnt: eleven are left of seventy.
    expect(await refused(mint(tokensFrom(61, 30)))).toMatchObject({ code: 'collection.full', place: 11 })
    expect(await refused({ kind: 'set-supply-limit', contract: collection, supplyLimit: 90 })).toMatchObject({
      code: 'collection.unsupported',
    })
  })

  it('gives coin, takes a sequence, and has a hundred under way', async () => {
    await prepared({ kind: 'fund', account: wallet, amount: '12345' })
    expect(await client.balance(wallet)).toBe(12_345n)
    const fill = await client.prepare({ kind: 'fill' }, 0)
    await done({ kind: 'fill' }, fill)
    const { expected } = await client.fees()
    const first = await client.sequence(treasury)
    const sign = (sequence: number, price = expected.max) =>
      client.sign(fill, 0, sequence, { max: price, priority: price, legacy: true })
    const all = await Promise.all(Array.from({ length: 100 }, (_, place) => sign(first + place)))
    expect(await client.send(all.map(({ raw }) => raw))).toEqual(new Array(100).fill({ kind: 'accepted' }))
    expect(await client.send([(await sign(first + 100)).raw])).toEqual([{ kind: 'rate-limited' }])
    // The same bytes again, and the same with a higher price.
    expect(await client.send([all[0]?.raw ?? '0x'])).toEqual([{ kind: 'accepted' }])
    const bumped = await sign(first, expected.max * 2n)
    expect(await client.send([bumped.raw])).toEqual([{ kind: 'accepted' }])
    expect(await client.send([all[0]?.raw ?? '0x'])).toEqual([{ kind: 'underpriced' }])
    for (let tries = 0; tries < 5 && (await client.sequence(treasury)) < first + 100; tries++) {
      node.commit()
      await wait(1)
    }
    const receipts = await client.receipts([...all, bumped].map(({ hash }) => hash))
    expect(receipts.size).toBe(100)
    expect(receipts.has(bumped.hash)).toBe(true)
  })
})
