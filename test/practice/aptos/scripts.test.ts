/** The scripts of the client, and errors of a fullnode, sent by hand with the official SDK's own keys. */
import {
  type Account,
  AccountAuthenticatorEd25519,
  Deserializer,
  Ed25519PublicKey,
  Ed25519Signature,
  isUserTransactionResponse,
  MultiAgentTransaction,
  RawTransaction,
  SimpleTransaction,
} from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PayloadInput } from '../../../src/core/chains/aptos/bcs/payload.ts'
import { rawTransactionLayout } from '../../../src/core/chains/aptos/bcs/transaction.ts'
import { collectionPayload, mintPayload, transferPayload } from '../../../src/core/chains/aptos/scripts/payloads.ts'
import { type NodeUnderTest, nodeUnderTest } from './node-under-test.ts'

let one: NodeUnderTest
let treasury: Account
beforeAll(async () => {
  one = await nodeUnderTest()
  treasury = await one.funded(1_000_000_000)
})
afterAll(() => one.close())

interface Given {
  sequence?: bigint
  chainId?: number
  maxUnits?: bigint
  price?: bigint
  expiration?: bigint
}

const never = 4_102_444_800n

async function sequenceOf(account: Account): Promise<bigint> {
  return BigInt((await one.aptos.getAccountInfo({ accountAddress: account.accountAddress })).sequence_number)
}

async function raw(sender: Account, payload: PayloadInput, given: Given = {}): Promise<RawTransaction> {
  const bytes = rawTransactionLayout
    .serialize({
      sender: sender.accountAddress.toStringLong(),
      sequenceNumber: given.sequence ?? (await sequenceOf(sender)),
      payload,
      maxGasAmount: given.maxUnits ?? 300_000n,
      gasUnitPrice: given.price ?? 100n,
      expirationTimestampSecs: given.expiration ?? never,
      chainId: given.chainId ?? 4,
    })
    .toBytes()
  return RawTransaction.deserialize(new Deserializer(bytes))
}

async function submit(sender: Account, payload: PayloadInput, given?: Given) {
  const transaction = new SimpleTransaction(await raw(sender, payload, given))
  const senderAuthenticator = one.aptos.transaction.sign({ signer: sender, transaction })
  return one.aptos.transaction.submit.simple({ transaction, senderAuthenticator })
}

async function done({ hash }: { hash: string }) {
  const found = await one.aptos.waitForTransaction({ transactionHash: hash, options: { checkSuccess: false } })
  if (!isUserTransactionResponse(found)) throw new Error(found.type)
  return found
}

const tokens = (
  count: number,
  recipient = (place: number) => `0x${(0xabc000 + place).toString(16).padStart(64, '0')}`,
) =>
  Array.from({ length: count }, (_, place) => ({
    ...{ name: `N#${place}`, uri: `ipfs://${place}`, recipient: recipient(place) },
  }))

it('mints thirty tokens in one script, in their order, all or none', async () => {
  await done(
    await submit(treasury, collectionPayload({ name: 'Thirty', uri: 'ipfs://c', description: '', supplyLimit: 40 })),
  )
  const minted = await done(await submit(treasury, mintPayload('Thirty', tokens(30))))
  expect(minted.vm_status).toBe('Executed successfully')
  const of = (type: string) => minted.events.filter((event) => event.type === type).map(({ data }) => data)
  expect(of('0x4::collection::Mint').map(({ index }) => index.value)).toEqual(
    tokens(30).map((_, place) => `${place + 1}`),
  )
  expect(of('0x1::object::Transfer').map(({ object, to }) => [object, to])).toEqual(
    of('0x4::collection::Mint').map(({ token }, place) => [token, `0x${(0xabc000 + place).toString(16)}`]),
  )
  const [held] = await one.aptos.getOwnedDigitalAssets({ ownerAddress: tokens(4)[3]?.recipient ?? '' })
  expect(held?.current_token_data).toMatchObject({ token_name: 'N#3', token_uri: 'ipfs://3' })
  // Eleven are more than the limit leaves.
  const refused = await done(await submit(treasury, mintPayload('Thirty', tokens(11))))
  expect(refused.vm_status).toContain('ECOLLECTION_SUPPLY_EXCEEDED')
  expect(refused.events.map(({ type }) => type)).toEqual(['0x1::transaction_fee::FeeStatement'])
  expect(
    await one.aptos.getCollectionData({ creatorAddress: treasury.accountAddress, collectionName: 'Thirty' }),
  ).toMatchObject({ total_minted_v2: 30, max_supply: 40 })
})

it('moves a token of a second signer, who pays nothing', async () => {
  const holder = (await one.funded(0)) as Account
  await done(await submit(treasury, collectionPayload({ name: 'Two', uri: '', description: '', supplyLimit: 0 })))
  const { events } = await done(
    await submit(
      treasury,
      mintPayload(
        'Two',
        tokens(1, () => holder.accountAddress.toStringLong()),
      ),
    ),
  )
  const token: string = events.find(({ type }) => type === '0x4::collection::Mint')?.data.token
  const to = `0x${'7'.repeat(64)}`
  const send = async (second: Account) => {
    const transaction = new MultiAgentTransaction(await raw(treasury, transferPayload(token, to)), [
      second.accountAddress,
    ])
    return one.aptos.transaction.submit.multiAgent({
      transaction,
      senderAuthenticator: one.aptos.transaction.sign({ signer: treasury, transaction }),
      additionalSignersAuthenticators: [one.aptos.transaction.sign({ signer: second, transaction })],
    })
  }
  const stranger = await one.funded(0)
  expect((await done(await send(stranger))).vm_status).toContain('0x1::object: ENOT_OBJECT_OWNER(0x50004)')
  const moved = await done(await send(holder))
  expect(moved).toMatchObject({ success: true, signature: { type: 'multi_agent_signature' } })
  expect(await one.aptos.getOwnedDigitalAssets({ ownerAddress: to })).toMatchObject([
    { token_data_id: expect.stringContaining(token.slice(2)) },
  ])
})

it('refuses as a fullnode does', async () => {
  const poor = await one.funded(1_000)
  const payload = collectionPayload({ name: 'x', uri: '', description: '', supplyLimit: 0 })
  const refusal = (sent: Promise<unknown>) =>
    sent.then(
      () => 'taken',
      (error: { data: unknown; status: number }) => error.data,
    )
  const vm = (name: string, code: number) => ({
    ...{ error_code: 'vm_error', vm_error_code: code },
    message: `Invalid transaction: Type: Validation Code: ${name}`,
  })
  expect(await refusal(submit(treasury, payload, { chainId: 1 }))).toEqual(vm('BAD_CHAIN_ID', 23))
  expect(await refusal(submit(treasury, payload, { sequence: 0n }))).toEqual(vm('SEQUENCE_NUMBER_TOO_OLD', 3))
  expect(await refusal(submit(treasury, payload, { expiration: 1n }))).toEqual(vm('TRANSACTION_EXPIRED', 6))
  expect(await refusal(submit(poor, payload))).toEqual(vm('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5))
  expect(await refusal(submit(treasury, payload, { price: 1n }))).toEqual(vm('GAS_UNIT_PRICE_BELOW_MIN_BOUND', 15))
  expect(await refusal(submit(treasury, payload, { maxUnits: 2n }))).toEqual(
    vm('MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', 14),
  )
  const large = tokens(30).map((token) => ({ ...token, uri: 'x'.repeat(2_300) }))
  expect(await refusal(submit(treasury, mintPayload('x', large)))).toEqual(vm('EXCEEDED_MAX_TRANSACTION_SIZE', 10))
  const transaction = new SimpleTransaction(await raw(treasury, payload))
  const strangers = one.aptos.transaction.sign({ signer: poor, transaction })
  expect(await refusal(one.aptos.transaction.submit.simple({ transaction, senderAuthenticator: strangers }))).toEqual(
    vm('INVALID_AUTH_KEY', 2),
  )
  const tampered = new AccountAuthenticatorEd25519(
    new Ed25519PublicKey(treasury.publicKey.toUint8Array()),
    new Ed25519Signature(new Uint8Array(64).fill(1)),
  )
  expect(await refusal(one.aptos.transaction.submit.simple({ transaction, senderAuthenticator: tampered }))).toEqual(
    vm('INVALID_SIGNATURE', 1),
  )
})

it('parks what comes before its turn, takes the same twice, and a higher price in its place', async () => {
  const sender = await one.funded(2_000_000_000)
  const payload = collectionPayload({ name: 'Later', uri: '', description: '', supplyLimit: 0 })
  const second = await submit(sender, collectionPayload({ name: 'Last', uri: '', description: '', supplyLimit: 0 }), {
    sequence: 1n,
  })
  expect(await one.aptos.isPendingTransaction({ transactionHash: second.hash })).toBe(true)
  const again = await submit(sender, collectionPayload({ name: 'Last', uri: '', description: '', supplyLimit: 0 }), {
    sequence: 1n,
  })
  expect(again.hash).toBe(second.hash)
  await expect(submit(sender, payload, { sequence: 1n })).rejects.toMatchObject({
    data: {
      error_code: 'invalid_transaction_update',
      message: 'Transaction already in mempool with a different payload',
    },
  })
  const dearer = await submit(sender, collectionPayload({ name: 'Last', uri: '', description: '', supplyLimit: 0 }), {
    ...{ sequence: 1n, price: 150n },
  })
  await submit(sender, payload, { sequence: 0n })
  expect(await done(dearer)).toMatchObject({ success: true, gas_unit_price: '150' })
  await expect(one.aptos.getTransactionByHash({ transactionHash: second.hash })).rejects.toMatchObject({ status: 404 })
})

it('refuses what it cannot simulate, in the status of a transaction that paid', async () => {
  const far = {
    entryFunction: { module: { address: '0x1', name: 'code' }, name: 'publish', typeArguments: [], arguments: [] },
  }
  expect(await done(await submit(treasury, far))).toMatchObject({
    success: false,
    vm_status: 'Simulated, no Move VM: 0x1::code::publish is none of the functions that a practice network has',
  })
  const broken = { script: { code: Uint8Array.of(1, 2, 3), typeArguments: [], arguments: [] } }
  expect((await done(await submit(treasury, broken))).vm_status).toContain('CODE_DESERIALIZATION_ERROR')
})

it('an orderless transaction counts once', async () => {
  const transaction = await one.aptos.transaction.build.simple({
    sender: treasury.accountAddress,
    data: { function: '0x1::aptos_account::transfer', functionArguments: [`0x${'b'.repeat(64)}`, 7] },
    options: { replayProtectionNonce: 77n, maxGasAmount: 20_000, expireTimestamp: Math.floor(Date.now() / 1000) + 30 },
  })
  const before = await sequenceOf(treasury)
  const senderAuthenticator = one.aptos.transaction.sign({ signer: treasury, transaction })
  const send = () => one.aptos.transaction.submit.simple({ transaction, senderAuthenticator })
  expect(await done(await send())).toMatchObject({ success: true, replay_protection_nonce: '77' })
  expect(await sequenceOf(treasury)).toBe(before)
  await expect(send()).rejects.toMatchObject({ data: { message: expect.stringContaining('NONCE_ALREADY_USED') } })
})
