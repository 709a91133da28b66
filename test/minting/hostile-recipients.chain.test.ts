/** Contracts that take copies when they are tried out, and refuse them in the transaction: everybody else gets his, and each is paid for twice at most. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, getAddress, type Hex, keccak256, parseEther, parseTransaction, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compile } from '../../scripts/contracts.mjs'
import type { ChainClient } from '../../src/core/chains/family/family.ts'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import type { Practice } from '../../src/core/practice/practice.ts'
import { addCollection } from '../../src/core/store/collections/collections.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { type OpenEngine, openEngine, recipientOf, until } from './open-engine.ts'

const chain = 'polygon'
const contracts = compile([join(import.meta.dirname, '../contracts/sources/Sly1155.sol')])
const attacker = privateKeyToAccount(generatePrivateKey())
/** What a Switched does in a transaction that carries it; it takes everything that is tried out. */
const manners = { refuse: 1, useAllGas: 2, useMostGas: 3 } as const

let dir: string
let engine: OpenEngine
let node: Awaited<ReturnType<ReturnType<Practice['network']>['start']>>['client']
const switched = new Map<Address, number>()
/** Calls of transactions that left, by sequence. */
const sent = new Map<number, Hex>()

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-recipients-'))
  engine = await openEngine({ dir, blockMs: 50, override: { confirmations: 2 }, timing: { groupMs: 20, pollMs: 20 } })
  const network = engine.practice?.network(chain)
  if (!network) throw new Error('no practice network')
  node = (await network.start()).client
  await node.setBalance({ address: attacker.address, value: parseEther('10') })
  const client = await engine.chains.client('practice', chain)
  const { send, prepare } = client
  // One after the other: what is tried out meets other manners than what is sent.
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const now = before.then(act)
    before = now.catch(() => {})
    return now
  }
  const doors: Pick<ChainClient, 'send' | 'prepare'> = {
    prepare: (...of) =>
      inTurn(async () => {
        for (const address of switched.keys()) await setManner(address, 0)
        return await prepare.apply(client, of)
      }),
    send: (raws) =>
      inTurn(async () => {
        for (const [address, manner] of switched) await setManner(address, manner)
        for (const raw of raws) {
          const { nonce = 0, data = '0x' } = parseTransaction(raw)
          sent.set(nonce, data)
        }
        const answers = await send.call(client, raws)
        for (const raw of raws) await receiptOf(keccak256(raw))
        return answers
      }),
  }
  Object.assign(client, doors)
})
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

async function setManner(address: Address, manner: number): Promise<void> {
  await node.setStorageAt({ address, index: 0, value: toHex(manner, { size: 32 }) })
}

const receiptOf = (hash: Hex) =>
  until(`${hash} is in a block`, () => node.getTransactionReceipt({ hash }).catch(() => null))

async function deploy(name: 'Switched' | 'PriceWatcher' | 'BlockWatcher'): Promise<Address> {
  const fee = parseEther('0.000001')
  const raw = await attacker.signTransaction({
    data: contracts[name]?.bytecode as Hex,
    nonce: await node.getTransactionCount({ address: attacker.address }),
    ...{ chainId: knownNetworks().ofEvm(chain).chainId, gas: 1_000_000n, type: 'eip1559' },
    ...{ maxFeePerGas: fee, maxPriorityFeePerGas: fee },
  })
  const { contractAddress } = await receiptOf(await node.sendRawTransaction({ serializedTransaction: raw }))
  if (!contractAddress) throw new Error(`${name} was not deployed`)
  return getAddress(contractAddress)
}

/** Mints a copy for each; what became of it, by recipient. */
async function mintFor(id: string, recipients: readonly string[]) {
  const input = {
    ...{ id, chain, contractKind: 'copies' },
    fungibility: 'semi-fungible',
    metadata: { name: id, description: '', imageUrl: '', symbol: 'X' },
    initial: { supplyLimit: null, payments: null },
    ...{ contractUri: '', reupload: false },
  } as const
  const collection = await engine.db
    .transaction()
    .execute((tx) => addCollection(tx, engine.project.id, input, id, Date.now()))
  const drafts = recipients.map((address, n) => ({
    ...{ id: `${id}-${n}`, recipient: `${chain}:${address}`, address, reupload: false },
    metadata: { uri: 'https://example.com/copy.json' },
    contentHash: createHash('sha256').update(`${id} ${n}`).digest(),
  }))
  await engine.db.transaction().execute((tx) => enqueueMints(tx, collection, drafts, { now: Date.now() }))
  engine.engine.wake(collection.pk)
  return await until('all mints ended', async () => {
    const rows = await mintsNow(engine.db)
      .select(['address', 'state', 'error_code', 'error_message'])
      .where('mints.collection_pk', '=', collection.pk)
      .execute()
    const open = rows.some(({ state }) => state === 'queued' || state === 'composed')
    return !open && new Map(rows.map(({ address, ...row }) => [address ?? '', row]))
  })
}

/** How many transactions that left carried a copy for it. */
const carried = (address: string) =>
  [...sent.values()].filter((data) => data.includes(address.slice(2).toLowerCase())).length

it('mints for all others, and pays at most twice for a contract that refuses in earnest', async () => {
  const plain = [1, 2, 3, 4].map(recipientOf)
  const spender = await deploy('Switched')
  const honest = [await deploy('Switched'), await deploy('Switched'), await deploy('Switched')]
  const [refuser, burner] = [await deploy('Switched'), await deploy('Switched')]
  const [priced, moody] = [await deploy('PriceWatcher'), await deploy('BlockWatcher')]
  switched.set(spender, manners.useMostGas).set(refuser, manners.refuse).set(burner, manners.useAllGas)
  const ends = await mintFor('copies', [spender, ...plain, ...honest, refuser, burner, priced, moody])
  for (const address of [...plain, ...honest]) expect(ends.get(address), address).toMatchObject({ state: 'succeeded' })
  for (const address of [refuser, burner, priced])
    expect(ends.get(address)).toMatchObject({
      ...{ state: 'failed', error_code: 'recipient.refused' },
      error_message: expect.stringContaining(address),
    })
  // It sees the price that will be paid when it is tried out, too.
  expect(carried(priced)).toBe(0)
  // With the others, and by itself.
  for (const address of [spender, refuser, burner]) expect(carried(address), address).toBe(2)
  expect(carried(moody)).toBeLessThanOrEqual(2)
  for (const address of plain) expect(carried(address)).toBe(1)
  // It took its copies for the gas that a recipient may use.
  expect(ends.get(spender)).toMatchObject({ state: 'succeeded' })
})
