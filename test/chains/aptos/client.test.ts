import {
  AccountAddress,
  Deserializer,
  generateSigningMessageForTransaction,
  MultiAgentTransaction,
  SignedTransaction,
  SimpleTransaction,
  TransactionAuthenticatorEd25519,
  TransactionAuthenticatorMultiAgent,
} from '@aptos-labs/ts-sdk'
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterEach, describe, expect, it } from 'vitest'
import { collectionAddressOf } from '../../../src/core/chains/aptos/addresses.ts'
import { signedTransactionLayout } from '../../../src/core/chains/aptos/bcs/transaction.ts'
import { decodeBcs } from '../../../src/core/chains/aptos/bcs/values.ts'
import { aptosClient } from '../../../src/core/chains/aptos/client.ts'
import type { AptosClientOptions } from '../../../src/core/chains/aptos/client-options.ts'
import { aptosProjectKeys } from '../../../src/core/chains/aptos/keys.ts'
import { aptosLimits } from '../../../src/core/chains/aptos/limits.ts'
import { aptosRpc } from '../../../src/core/chains/aptos/rpc/rpc.ts'
import { mintPayload } from '../../../src/core/chains/aptos/scripts/payloads.ts'
import { Refusal } from '../../../src/core/chains/family/outcome.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { openAptosKeys } from '../../../src/core/wallets/aptos-keys.ts'
import { type Asked, ledger, type Recorded, type RecordedNode, recordedNode, refusal } from './recorded-node.ts'

const keys = openAptosKeys(mnemonicToSeedSync('test test test test test test test test test test test junk'))
const projectKeys = (projectIndex: number) => aptosProjectKeys(() => ({ aptos: keys }), projectIndex)
const treasury = projectKeys(0).treasury()
const ann = { kind: 'email', user: 'ann@example.com' } as const
const wallet = projectKeys(0).user(ann)
const collection = collectionAddressOf(treasury.address, 'Badges')
const facts = {
  ...{ projectIndex: 0, id: 'c', name: 'Badges', symbol: '', contractUri: 'ipfs://c', supplyLimit: 0, sale: null },
  ...{ contractKind: 'digital-asset', contractVersion: 1 },
}
const address = (digit: string) => `0x${digit.repeat(64)}`
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

const nodes: RecordedNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

/** What a node answers by the beginning of a path; the longest counts. */
type Answers = Record<string, Recorded | ((asked: Asked) => Recorded)>

async function clientOf(answers: Answers, more: Partial<AptosClientOptions> = {}) {
  const node = await recordedNode((asked) => {
    const [found] = Object.keys(answers)
      .filter((path) => asked.path.startsWith(path))
      .sort((one, other) => other.length - one.length)
    const answer = found === undefined ? refusal(404, 'resource_not_found') : answers[found]
    return typeof answer === 'function' ? answer(asked) : (answer ?? null)
  })
  nodes.push(node)
  const rpc = aptosRpc(node.url)
  const client = aptosClient({
    ...{ chain: 'aptos' as const, network: 'practice:aptos', chainId: 4, confirmations: 1, limits: aptosLimits },
    rpc: async () => rpc,
    treasury: (projectIndex) => projectKeys(projectIndex).treasury(),
    user: (projectIndex, owner) => projectKeys(projectIndex).user(owner),
    ...more,
  })
  return { client, node }
}

const version = (number: number) => ({
  version: String(number),
  hash: hash(number),
  accumulator_root_hash: hash(900 + number),
})
const committed = (number: number, more: Record<string, unknown> = {}) => ({
  ...version(number),
  ...{ type: 'user_transaction', sender: treasury.address, sequence_number: String(number), success: true },
  ...{
    vm_status: 'Executed successfully',
    gas_used: '700',
    gas_unit_price: '100',
    events: [],
    payload: { type: 'entry_function_payload' },
  },
  ...more,
})
const mint = (index: number, token: string) => ({
  type: '0x4::collection::Mint',
  data: { collection, index: { value: String(index) }, token },
})
const moved = (object: string, to: string) => ({
  type: '0x1::object::Transfer',
  data: { object, from: treasury.address, to },
})
const refusedWith = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.outcome : error),
  )
const tokens = (...names: string[]) =>
  names.map((name) => ({ name, symbol: '', uri: `ipfs://${name}`, recipient: address('b') }))
const mints = (...names: string[]): Work => ({
  ...{ kind: 'mint-tokens', contract: collection, contractKind: 'digital-asset', jobId: '0x1', tree: null },
  tokens: tokens(...names),
})

/** Simulates what it is sent: tokens named `bad…` abort, and a transaction uses 100 units and 10 a byte. */
function simulation(abort: string) {
  return ({ body }: Asked): Recorded => {
    const { rawTransaction } = decodeBcs(signedTransactionLayout, body)
    const { payload } = rawTransaction
    const texts =
      'script' in payload && payload.script
        ? Buffer.concat(payload.script.arguments.map((one) => Buffer.from(one.serialized ?? []))).toString()
        : ''
    const ok = !texts.includes('bad')
    const units = String(100 + 10 * body.length)
    return { body: [committed(1, { success: ok, vm_status: ok ? 'Executed successfully' : abort, gas_used: units })] }
  }
}
const named = {
  [`/accounts/${collection}/resource/0x4::collection::Collection`]: {
    body: { type: 't', data: { creator: treasury.address, description: '', name: 'Badges', uri: 'ipfs://c' } },
  },
}
const account = {
  [`/accounts/${treasury.address}`]: { body: { sequence_number: '5', authentication_key: treasury.address } },
}

describe('the ledger', () => {
  it('is as far as its newest version, which nobody takes back', async () => {
    const { client } = await clientOf({ '/': ledger(4, 1000), '/transactions/by_version': { body: version(1000) } })
    expect(await client.head()).toEqual({ number: 1000, hash: hash(1900) })
    expect(await client.finalized()).toEqual(await client.head())
  })

  it('is told by its first version on a practice network, and by its chain id on a live one', async () => {
    const answers = { '/transactions/by_version/0': { body: version(0) } }
    expect(await (await clientOf(answers)).client.genesis()).toBe(hash(900))
    const live = await clientOf(answers, { network: 'live:aptos', chainId: 1 })
    expect(await live.client.genesis()).toBe('aptos chain 1')
    expect(live.node.asked).toEqual([])
  })

  it('of another network is refused', async () => {
    const { client } = await clientOf({ '/': ledger(2, 10) })
    await expect(client.head()).rejects.toMatchObject({ code: 'network.chainId' })
  })
})

describe('an account', () => {
  it('has used so many sequences, now and then, and none where it was never used', async () => {
    const { client, node } = await clientOf({
      ...account,
      [`/accounts/${wallet.address}`]: refusal(404, 'account_not_found'),
      [`/accounts/${treasury.address}?ledger_version=3`]: refusal(410, 'version_pruned'),
      [`/accounts/${treasury.address}?ledger_version=90`]: { body: { sequence_number: '2' } },
      [`/accounts/${treasury.address}?ledger_version=99`]: refusal(404, 'version_not_found'),
    })
    expect(await client.sequence(treasury.address)).toBe(5)
    expect(await client.pendingSequence(treasury.address)).toBe(5)
    expect(await client.sequence(wallet.address)).toBe(0)
    expect(await client.sequenceAt(treasury.address, 90)).toBe(2)
    await expect(client.sequenceAt(treasury.address, 3)).rejects.toMatchObject({ code: 'version_pruned' })
    await expect(client.sequenceAt(treasury.address, 99)).rejects.toMatchObject({ code: 'version_not_found' })
    expect(node.asked).toHaveLength(6)
  })

  it('has coin, or none', async () => {
    const path = (of: string) => `/accounts/${of}/balance/0x1::aptos_coin::AptosCoin`
    const { client } = await clientOf({ [path(treasury.address)]: { body: '123456789' } })
    expect(await client.balance(treasury.address)).toBe(123_456_789n)
    expect(await client.balance(wallet.address)).toBe(0n)
  })

  it('used a sequence by a transaction, where that is told and not too late', async () => {
    const path = `/accounts/${treasury.address}/transactions?start=`
    const { client } = await clientOf({
      [`${path}4&`]: { body: [committed(4)] },
      [`${path}5&`]: { body: [] },
      [`${path}6&`]: refusal(410, 'version_pruned'),
    })
    expect(await client.usedBy(treasury.address, 4, 10)).toBe(hash(4))
    expect(await client.usedBy(treasury.address, 4, 3)).toBeNull()
    for (const thrownAway of [5, 6])
      await expect(client.usedBy(treasury.address, thrownAway, 10)).rejects.toMatchObject({
        code: 'network.incomplete',
      })
  })
})

describe('fees', () => {
  it('are prices that are paid whole', async () => {
    const body = { deprioritized_gas_estimate: 100, gas_estimate: 150, prioritized_gas_estimate: 300 }
    const { client } = await clientOf({ '/estimate_gas_price': { body } })
    const fee = (max: bigint) => ({ max, priority: max, legacy: true })
    expect(await client.fees()).toEqual({ base: 0n, low: fee(100n), expected: fee(150n), high: fee(300n) })
  })
})

describe('a call', () => {
  it('has three tenths more gas than its simulation, which nobody signed', async () => {
    const { client, node } = await clientOf({ ...named, ...account, '/transactions/simulate': simulation('') })
    const call = await client.prepare(mints('one', 'two'), 0)
    const simulated = node.asked.at(-1)?.body ?? Buffer.alloc(0)
    expect(Number(call.weight)).toBe(Math.floor((100 + 10 * simulated.length) * 1.3) + 1)
    expect(call).toMatchObject({ to: collection, value: '0' })
    const { rawTransaction, authenticator } = decodeBcs(signedTransactionLayout, simulated)
    expect(rawTransaction).toMatchObject({ sequenceNumber: 5n, chainId: 4, gasUnitPrice: 100n })
    expect(authenticator.ed25519?.signature).toEqual(new Uint8Array(64))
    // The collection's name is asked for once.
    await client.prepare(mints('three'), 0)
    expect(node.asked.filter(({ path }) => path.includes('Collection'))).toHaveLength(1)
  })

  const tooLong = 'Move abort in 0x4::token: ETOKEN_NAME_TOO_LONG(0x20005): The token name is over the maximum length'
  it.each([
    ['first', ['bad', 'b', 'c'], 0],
    ['middle', ['a', 'b', 'c', 'bad', 'e', 'f', 'bad2'], 3],
    ['last', ['a', 'b', 'c', 'd', 'bad'], 4],
    ['only one', ['bad'], 0],
  ])('that the chain would refuse for one token names its place: the %s', async (_, names, place) => {
    const { client } = await clientOf({ ...named, ...account, '/transactions/simulate': simulation(tooLong) })
    expect(await refusedWith(client.prepare(mints(...names), 0))).toEqual({
      ...{ kind: 'failed', code: 'metadata.length', place },
      message: 'The NFT’s name is longer than the 128 bytes that the chain keeps: shorten it.',
    })
  })

  it('that the chain would refuse for all of them names none', async () => {
    const abort = 'Move abort in 0x4::aptos_token: ENOT_CREATOR(0x50002): The provided signer is not the creator'
    const { client, node } = await clientOf({ ...named, ...account, '/transactions/simulate': simulation(abort) })
    const said = await refusedWith(client.prepare(mints('bad', 'bad'), 0))
    expect(said).toMatchObject({ kind: 'failed', code: 'collection.notOwner' })
    expect(said).not.toHaveProperty('place')
    expect(node.asked.filter(({ path }) => path.startsWith('/transactions/simulate'))).toHaveLength(1)
  })

  it('of texts that the chain does not keep is refused before anything is asked', async () => {
    const { client, node } = await clientOf({})
    const work = mints('a', 'n'.repeat(129), 'c')
    expect(await refusedWith(client.prepare(work, 0))).toMatchObject({ code: 'metadata.length', place: 1 })
    expect(node.asked).toEqual([])
  })

  it('into a collection that is not there is refused', async () => {
    const { client } = await clientOf({ ...account })
    expect(await refusedWith(client.prepare(mints('a'), 0))).toMatchObject({ code: 'collection.absent' })
  })

  it('that the treasury cannot pay for now is made all the same', async () => {
    const poor = {
      body: [committed(1, { success: false, vm_status: 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', gas_used: '0' })],
    }
    const { client } = await clientOf({ ...named, ...account, '/transactions/simulate': poor })
    expect(Number((await client.prepare(mints('a', 'b'), 0)).weight)).toBeGreaterThan(15_000)
    // What is stored costs the same at every price: no more coin is waited for than is needed.
    const dear = { max: 300n, priority: 300n, legacy: true }
    const [usual, most] = [await client.prepare(mints('a', 'b'), 0), await client.prepare(mints('a', 'b'), 0, dear)]
    expect(Number(most.weight) * 300).toBeLessThan(Number(usual.weight) * 110)
  })

  it('of a treasury that was never used is made, and one that a node cannot simulate is not', async () => {
    const answers = { ...named, '/transactions/simulate': refusal(400, 'invalid_input', 'no such account') }
    const { client } = await clientOf(answers)
    expect(Number((await client.prepare(mints('a'), 0)).weight)).toBeGreaterThan(6_800)
    const rich = await clientOf({
      ...answers,
      [`/accounts/${treasury.address}/balance/0x1::aptos_coin::AptosCoin`]: { body: 5 },
    })
    await expect(rich.client.prepare(mints('a'), 0)).rejects.toThrow('no such account')
  })

  it('is simulated again where the account was used just then', async () => {
    let asked = 0
    const { client } = await clientOf({
      ...{ ...named, ...account },
      '/transactions/simulate': (of) =>
        ++asked < 3
          ? { body: [committed(1, { success: false, vm_status: 'SEQUENCE_NUMBER_TOO_OLD', gas_used: '0' })] }
          : simulation('')(of),
    })
    await client.prepare(mints('a'), 0)
    expect(asked).toBe(3)
  })

  it('that there is not on Aptos is refused with a sentence', async () => {
    const { client } = await clientOf({})
    const change = { kind: 'set-supply-limit', contract: collection, supplyLimit: 5 } as const
    expect(await refusedWith(client.prepare(change, 0))).toMatchObject({ code: 'collection.unsupported' })
    const other = { kind: 'set-base-uri', contract: collection, uri: 'ipfs://x' } as const
    expect(await refusedWith(client.prepare(other, 0))).toMatchObject({ code: 'collection.unsupported' })
  })
})

describe('signed bytes', () => {
  const fee = { max: 150n, priority: 150n, legacy: true }
  const read = (raw: string) => SignedTransaction.deserialize(new Deserializer(Buffer.from(raw.slice(2), 'hex')))

  it('are what the official client verifies, and change in their price alone when the fee is bumped', async () => {
    const { client } = await clientOf({ ...named, ...account, '/transactions/simulate': simulation('') })
    const call = await client.prepare(mints('a'), 0)
    const attempt = await client.sign(call, 0, 7, fee)
    const { raw_txn: raw, authenticator } = read(attempt.raw)
    if (!(authenticator instanceof TransactionAuthenticatorEd25519)) throw new Error('signed otherwise')
    const message = generateSigningMessageForTransaction(new SimpleTransaction(raw))
    expect(authenticator.public_key.verifySignature({ message, signature: authenticator.signature })).toBe(true)
    expect(authenticator.public_key.authKey().derivedAddress().toStringLong()).toBe(raw.sender.toStringLong())
    expect([raw.sequence_number, raw.gas_unit_price, raw.chain_id.chainId]).toEqual([7n, 150n, 4])
    expect(attempt).toMatchObject({ fee, hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(attempt).not.toHaveProperty('validUntil')
    const bumped = await client.sign(call, 0, 7, { ...fee, max: 300n, priority: 300n })
    const again = read(bumped.raw).raw_txn
    expect(again.gas_unit_price).toBe(300n)
    expect(Buffer.from(again.payload.bcsToBytes())).toEqual(Buffer.from(raw.payload.bcsToBytes()))
    expect([again.max_gas_amount, again.expiration_timestamp_secs]).toEqual([
      raw.max_gas_amount,
      raw.expiration_timestamp_secs,
    ])
    expect(bumped.hash).not.toBe(attempt.hash)
  })

  it('of a transfer out of a wallet have its signature beside the treasury’s', async () => {
    const token = address('7')
    const { client } = await clientOf({
      ...{ ...account, '/transactions/simulate': simulation('') },
      [`/accounts/${token}/resources`]: { body: tokenResources(wallet.address) },
    })
    const work = transferOf(token)
    const attempt = await client.sign(await client.prepare(work, 0), 0, 9, fee)
    const { raw_txn: raw, authenticator } = read(attempt.raw)
    if (!(authenticator instanceof TransactionAuthenticatorMultiAgent)) throw new Error('signed otherwise')
    const secondary = [AccountAddress.from(wallet.address)]
    const message = generateSigningMessageForTransaction(new MultiAgentTransaction(raw, secondary))
    const [second] = authenticator.secondary_signers
    for (const one of [authenticator.sender, second]) {
      if (!one?.isEd25519()) throw new Error('signed otherwise')
      expect(one.public_key.verifySignature({ message, signature: one.signature })).toBe(true)
    }
    expect(authenticator.secondary_signer_addresses.map(String)).toEqual(secondary.map(String))
    expect(raw.sender.toStringLong()).toBe(treasury.address)
  })
})

function transferOf(token: string): Work {
  return {
    ...{
      kind: 'transfer',
      by: 'treasury',
      jobId: '0x1',
      contract: token,
      tokenId: '',
      standard: 'addressed',
      quantity: '1',
    },
    ...{ holder: wallet.address, owner: ann, to: address('c') },
  }
}

function tokenResources(owner: string, movable = true) {
  return [
    { type: '0x1::object::ObjectCore', data: { owner, allow_ungated_transfer: movable, guid_creation_num: '1' } },
    {
      type: '0x4::token::Token',
      data: { collection: { inner: collection }, description: '', index: '0', name: '', uri: 'ipfs://a' },
    },
    {
      type: '0x4::token::TokenIdentifiers',
      data: { index: { value: '3' }, name: { padding: '0x', value: 'Badge #3' } },
    },
    { type: '0x4::aptos_token::AptosToken', data: {} },
  ]
}

describe('a token', () => {
  const token = address('7')
  const at = (resources: unknown) => ({ [`/accounts/${token}/resources`]: { body: resources } })

  it('is moved, burnt or updated only where it is', async () => {
    const own = {
      address: token,
      collection,
      contractKind: 'digital-asset',
      leafContext: null,
      texts: { name: 'a', symbol: '', uri: 'u' },
    }
    const burn = {
      kind: 'burn',
      contract: collection,
      jobId: '0x1',
      tokenId: 3,
      holder: wallet.address,
      owner: ann,
      own,
    } as const
    const update = { kind: 'update', contract: collection, tokenId: 3, uri: 'ipfs://n', own } as const
    const outcomes = async (answers: Answers) => {
      const { client } = await clientOf({ ...account, '/transactions/simulate': simulation(''), ...answers })
      const codes: unknown[] = []
      for (const work of [transferOf(token), burn, update] as Work[]) {
        const said = await refusedWith(client.prepare(work, 0))
        codes.push(said === null ? 'ok' : (Reflect.get(Object(said), 'code') ?? Reflect.get(Object(said), 'kind')))
      }
      return codes
    }
    expect(await outcomes(at(tokenResources(wallet.address)))).toEqual(['ok', 'ok', 'ok'])
    expect(await outcomes(at(tokenResources(wallet.address, false)))).toEqual(['transfer.frozen', 'ok', 'ok'])
    expect(await outcomes(at(tokenResources(address('c'))))).toEqual(['already-minted', 'nft.notHeld', 'ok'])
    expect(await outcomes(at(tokenResources(address('d'))))).toEqual(['transfer.notHeld', 'nft.notHeld', 'ok'])
    expect(await outcomes({})).toEqual(['nft.burnt', 'already-minted', 'nft.burnt'])
  })

  it('of anybody is told from what is none', async () => {
    const standing = async (answers: Answers) =>
      (await clientOf(answers)).client.transfers?.standing(token, '', wallet.address)
    expect(await standing(at(tokenResources(wallet.address)))).toEqual({ kind: 'nft', standard: 'addressed', held: 1n })
    expect(await standing(at(tokenResources(address('d'))))).toEqual({ kind: 'nft', standard: 'addressed', held: 0n })
    expect(await standing(at(tokenResources(wallet.address, false)))).toEqual({ kind: 'no-nft' })
    expect(await standing(at([{ type: '0x1::account::Account', data: {} }]))).toEqual({ kind: 'no-nft' })
    expect(await standing({})).toEqual({ kind: 'no-contract' })
    const { client } = await clientOf(at(tokenResources(address('d'))))
    expect(await client.assets?.described([token, address('1')])).toEqual([
      { address: token, name: 'Badge #3', uri: 'ipfs://a', collection, holder: address('d') },
      null,
    ])
  })
})

describe('what became of transactions', () => {
  it('is read one by one, where they were not sent here', async () => {
    const { client } = await clientOf({
      [`/transactions/by_hash/${hash(1)}`]: { body: committed(1) },
      [`/transactions/by_hash/${hash(2)}`]: { body: { type: 'pending_transaction', hash: hash(2) } },
      [`/transactions/by_hash/${hash(3)}`]: refusal(404, 'transaction_not_found'),
    })
    const receipts = await client.receipts([hash(1), hash(2), hash(3)])
    expect([...receipts.keys()]).toEqual([hash(1)])
    expect(receipts.get(hash(1))).toMatchObject({
      ...{ blockNumber: 1, blockHash: hash(901), ok: true, used: 700n, fee: 70_000n, final: true },
    })
  })

  it('is not taken for nothing where it is told in a form that is not understood', async () => {
    const { gas_used: _lacking, ...strange } = committed(1)
    const { client } = await clientOf({ [`/transactions/by_hash/${hash(1)}`]: { body: strange } })
    await expect(client.receipts([hash(1)])).rejects.toThrow(/otherwise/)
  })

  it('is listed for many of one account that were sent here', async () => {
    const path = `/accounts/${treasury.address}/transactions`
    let listed: unknown[] = []
    const { client, node } = await clientOf({
      ...{ ...named, ...account, '/transactions/simulate': simulation('') },
      [path]: () => ({ body: listed }),
    })
    const call = await client.prepare(mints('a'), 0)
    const fee = { max: 100n, priority: 100n, legacy: true }
    const signed = await Promise.all([10, 11, 12, 13, 14].map((sequence) => client.sign(call, 0, sequence, fee)))
    await client.send(signed.map(({ raw }) => raw))
    listed = [10, 11, 12].map((sequence) => committed(sequence, { hash: signed[sequence - 10]?.hash ?? '' }))
    // Somebody else used one of the sequences.
    listed[1] = committed(11)
    node.asked.length = 0
    const receipts = await client.receipts(signed.map((one) => one.hash))
    expect([...receipts.keys()]).toEqual([signed[0]?.hash, signed[2]?.hash])
    expect(node.asked.map((one) => one.path)).toEqual([`${path}?start=10&limit=5`])
  })

  it('is the tokens that they minted, in their order', async () => {
    const [one, two] = [address('8'), address('9')]
    const stranger = { ...mint(1, address('5')), data: { ...mint(1, address('5')).data, collection: address('6') } }
    const events = [stranger, mint(4, one), moved(one, address('b')), mint(5, two), moved(two, address('b'))]
    const { client } = await clientOf({ [`/transactions/by_hash/${hash(1)}`]: { body: committed(1, { events }) } })
    const receipt = (await client.receipts([hash(1)])).get(hash(1))
    if (!receipt) throw new Error('no receipt')
    expect(await client.outcome(mints('a', 'b'), receipt)).toEqual({
      ...{ kind: 'minted', firstTokenId: 4, addresses: [one, two] },
    })
    await expect(client.outcome(mints('a', 'b', 'c'), receipt)).rejects.toThrow(/minted 2 tokens/)
    expect(await client.outcome({ kind: 'fill' }, receipt)).toEqual({ kind: 'done' })
  })

  it.each([
    [
      'Move abort in 0x4::collection: ECOLLECTION_SUPPLY_EXCEEDED(0x20002): The collection has reached its supply',
      'collection.full',
    ],
    [
      'Move abort in 0x1::aptos_account: EACCOUNT_DOES_NOT_ACCEPT_DIRECT_COIN_TRANSFERS(0x50003): Account opted out',
      'transfer.refused',
    ],
    ['Out of gas', 'chain.outOfGas'],
    [
      'Move abort in 0x1::object: ENOT_OBJECT_OWNER(0x50004): The caller does not have ownership permissions',
      'transfer.notHeld',
    ],
    [
      'Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist at this address',
      'nft.burnt',
    ],
    ['Move abort in 0xcafe::other: 0x1', 'chain.reverted'],
    ['Execution failed in 0x1::vector', 'chain.reverted'],
  ])('is why they failed: %s', async (vm_status, code) => {
    const body = committed(1, { success: false, vm_status })
    const { client } = await clientOf({ [`/transactions/by_hash/${hash(1)}`]: { body } })
    const receipt = (await client.receipts([hash(1)])).get(hash(1))
    if (!receipt) throw new Error('no receipt')
    expect(await client.outcome(mints('a', 'b'), receipt)).toMatchObject({ kind: 'failed', code })
  })
})

describe('a collection', () => {
  const supply = (maxValue: string, minted: string) => ({
    [`/accounts/${collection}/resource/0x4::collection::ConcurrentSupply`]: {
      body: {
        type: 't',
        data: {
          current_supply: { max_value: maxValue, value: minted },
          total_minted: { max_value: '18446744073709551615', value: minted },
        },
      },
    },
  })

  /** A collection as this version makes it, and what is other about it. */
  const standing = (
    other: { limit?: string; texts?: Record<string, string>; rights?: Record<string, boolean> | null } = {},
  ): Answers => {
    const texts = { creator: treasury.address, name: facts.name, uri: facts.contractUri, description: '' }
    const rights = {
      ...{ mutable_token_name: true, mutable_token_uri: true },
      ...{ tokens_burnable_by_creator: true, tokens_freezable_by_creator: false },
    }
    return {
      ...supply(other.limit ?? '18446744073709551615', '0'),
      [`/accounts/${collection}/resources`]: {
        body: [
          { type: '0x4::collection::Collection', data: { ...texts, ...other.texts } },
          ...(other.rights === null
            ? []
            : [{ type: '0x4::aptos_token::AptosCollection', data: { ...rights, ...other.rights } }]),
        ],
      },
    }
  }

  it('follows from the treasury and its name, and is made once', async () => {
    const fresh = await clientOf({ ...account, '/transactions/simulate': simulation('') })
    expect(fresh.client.contractAddress(facts)).toBe(collection)
    const [call, ...others] = await fresh.client.deploymentCalls(facts)
    expect(call).toMatchObject({ to: collection, value: '0' })
    expect(others).toEqual([])
    await fresh.client.deploymentCalls(facts, 300n)
    const prices = fresh.node.asked
      .filter(({ path }) => path.startsWith('/transactions/simulate'))
      .map(({ body }) => decodeBcs(signedTransactionLayout, body).rawTransaction.gasUnitPrice)
    expect(prices).toEqual([100n, 300n])
    const there = await clientOf(standing())
    expect(await there.client.deploymentCalls(facts)).toEqual([])
    // Whoever set a royalty since: it is the same collection.
    const royalty = { numerator: '250', denominator: '10000', payee_address: '0xb' }
    const changed = await clientOf({
      ...standing(),
      [`/accounts/${collection}/resource/0x4::royalty::Royalty`]: { body: { type: 't', data: royalty } },
    })
    expect(await changed.client.deploymentCalls(facts)).toEqual([])
  })

  it.each([
    ['its supply limit is 40, and not none', { limit: '40' }, {}],
    ['its supply limit is none, and not 40', {}, { supplyLimit: 40 }],
    ['its supply limit is 50, and not 40', { limit: '50' }, { supplyLimit: 40 }],
    ['it has another description', { texts: { description: 'Of last year' } }, {}],
    ['its metadata is at "ipfs://other", and not at "ipfs://c"', { texts: { uri: 'ipfs://other' } }, {}],
    ['its NFTs can never be updated', { rights: { mutable_token_uri: false } }, {}],
    ['its NFTs cannot be burnt by its creator', { rights: { tokens_burnable_by_creator: false } }, {}],
    ['its NFTs can be frozen', { rights: { tokens_freezable_by_creator: true } }, {}],
    ['it is of another kind, into which nothing is minted here', { rights: null }, {}],
  ])('of the name that is another one does not count as made: %s', async (said, there, asked) => {
    const { client, node } = await clientOf(standing(there))
    const refused = await refusedWith(client.deploymentCalls({ ...facts, ...asked }))
    expect(refused).toMatchObject({ kind: 'failed', code: 'collection.name' })
    expect(refused).toHaveProperty(
      'message',
      expect.stringContaining(`not what is asked for: ${said}. Choose another name`),
    )
    // No recovery reads a collection of another kind.
    const end = said.startsWith('it is of another kind') ? /for yours\.$/ : /run “mintdesk recover”\.$/
    expect(refused).toHaveProperty('message', expect.stringMatching(end))
    expect(node.asked.filter(({ path }) => path.startsWith('/transactions'))).toEqual([])
  })

  it('counts its tokens, and says what it is set to', async () => {
    const royalty = { numerator: '250', denominator: '10000', payee_address: '0xb' }
    const { client } = await clientOf({
      ...supply('40', '12'),
      [`/accounts/${collection}/resource/0x4::royalty::Royalty`]: { body: { type: 't', data: royalty } },
    })
    expect(await client.counters(collection)).toEqual({ minted: 12, batches: 0, purchased: 0, saleLeft: 0 })
    expect(await client.tokenList?.minted(collection)).toBe(12)
    expect(await client.settings(collection)).toEqual({
      ...{ supplyLimit: 40, sale: null, baseUri: null, transferable: true },
      royalty: { receiver: `0x${'b'.padStart(64, '0')}`, basisPoints: 250 },
    })
    const unlimited = await clientOf(supply('18446744073709551615', '3'))
    expect(await unlimited.client.settings(collection)).toMatchObject({ supplyLimit: null, royalty: null })
    const absent = await clientOf({})
    expect(await absent.client.tokenList?.minted(collection)).toBe(0)
  })

  it('is quoted by simulation where it is there, and else by what it stores', async () => {
    const price = {
      '/estimate_gas_price': {
        body: { gas_estimate: 100, prioritized_gas_estimate: 150, deprioritized_gas_estimate: 100 },
      },
    }
    const fresh = await clientOf({ ...account, ...price })
    const shapes = [{ kind: 'uris', size: 30, uri: 'ipfs://x' } as const]
    const reckoned = await fresh.client.rehearse(facts, shapes)
    expect(reckoned.deployment).toHaveLength(1)
    expect(Number(reckoned.batches[0]?.extra)).toBeGreaterThan(30 * 650_000)
    const there = await clientOf({ ...named, ...account, ...price, '/transactions/simulate': simulation('') })
    const { deployment, batches } = await there.client.rehearse(facts, [...shapes, ...shapes])
    expect(deployment).toEqual([])
    expect(batches).toHaveLength(2)
    expect(there.node.asked.filter(({ path }) => path.startsWith('/transactions/simulate'))).toHaveLength(1)
  })

  /** As a node writes a script that it was sent. */
  const scriptOf = (...minted: { name: string; uri: string; recipient: string }[]) => {
    const payload = mintPayload('Badges', minted)
    if (!('script' in payload)) throw new Error('no script')
    const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
    const values = [...payload.script.arguments].map((one) =>
      hex('serialized' in one ? one.serialized : new Uint8Array()),
    )
    return {
      type: 'script_payload',
      code: { bytecode: hex(payload.script.code) },
      type_arguments: [],
      arguments: values,
    }
  }
  const [one, two] = [address('8'), address('9')]
  const transactions = [
    committed(0),
    committed(1, {
      events: [mint(1, one), moved(one, address('b'))],
      payload: scriptOf({ name: 'Badge #1', uri: 'ipfs://1', recipient: address('b') }),
    }),
    committed(2, { success: false, events: [] }),
    committed(3, { events: [mint(2, two), moved(two, address('c'))] }),
    committed(4),
  ]

  it('lists its tokens as they were minted, by the treasury’s own transactions', async () => {
    const { client } = await clientOf({
      ...account,
      [`/accounts/${treasury.address}/transactions`]: { body: transactions },
      // Something else minted this one.
      [`/accounts/${two}/resources`]: { body: tokenResources(address('c')) },
      [`/transactions/by_hash/${hash(1)}`]: { body: transactions[1] },
    })
    const first = {
      tokenId: 1,
      address: one,
      recipient: address('b'),
      name: 'Badge #1',
      uri: 'ipfs://1',
      txHash: hash(1),
    }
    const second = {
      tokenId: 2,
      address: two,
      recipient: address('c'),
      name: 'Badge #3',
      uri: 'ipfs://a',
      txHash: hash(3),
    }
    expect(await client.tokenList?.tokensOf(collection, treasury.address)).toEqual([first, second])
    expect(await client.tokenList?.tokensIn(collection, [hash(1)])).toEqual([first])
  })

  it('lists them through all pages of the treasury’s transactions', async () => {
    const path = `/accounts/${treasury.address}/transactions`
    const all = Array.from({ length: 205 }, (_, place) =>
      place === 0
        ? committed(0)
        : committed(place, { events: [mint(place, hash(5_000 + place)), moved(hash(5_000 + place), address('b'))] }),
    )
    const { client, node } = await clientOf({
      [`/accounts/${treasury.address}`]: { body: { sequence_number: '205' } },
      [path]: (asked) => {
        const query = new URLSearchParams(asked.path.split('?')[1])
        const start = Number(query.get('start'))
        return { body: all.slice(start, start + Number(query.get('limit'))) }
      },
    })
    const listed = await client.tokenList?.tokensOf(collection, treasury.address)
    expect(listed?.map(({ tokenId }) => tokenId)).toEqual(Array.from({ length: 204 }, (_, place) => place + 1))
    expect(node.asked.filter((one) => one.path.startsWith(path))).toHaveLength(3)
  })

  it('does not list them where the node has forgotten some of the treasury’s transactions', async () => {
    const path = `/accounts/${treasury.address}/transactions`
    const pruned = await clientOf({ ...account, [path]: refusal(410, 'version_pruned') })
    const later = await clientOf({ ...account, [path]: { body: transactions.slice(1) } })
    for (const { client } of [pruned, later])
      await expect(client.tokenList?.tokensOf(collection, treasury.address)).rejects.toMatchObject({
        code: 'network.incomplete',
      })
  })

  it('does not say that a transaction minted nothing which the node does not keep', async () => {
    const { client } = await clientOf({
      ...account,
      [`/transactions/by_hash/${hash(1)}`]: { body: transactions[1] },
      [`/transactions/by_hash/${hash(2)}`]: refusal(404, 'transaction_not_found'),
    })
    await expect(client.tokenList?.tokensIn(collection, [hash(1), hash(2)])).rejects.toMatchObject({
      code: 'network.incomplete',
    })
  })
})
