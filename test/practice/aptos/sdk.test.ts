/** The official SDK as a stranger's client of the practice network. */
import type {
  Account,
  CommittedTransactionResponse,
  InputGenerateTransactionOptions,
  SimpleTransaction,
} from '@aptos-labs/ts-sdk'
import { Account as Accounts, isUserTransactionResponse } from '@aptos-labs/ts-sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type NodeUnderTest, nodeUnderTest } from './node-under-test.ts'

let one: NodeUnderTest
let creator: Account
beforeAll(async () => {
  one = await nodeUnderTest()
  creator = await one.funded()
})
afterAll(() => one.close())

async function send(signer: Account, transaction: SimpleTransaction, checkSuccess = true) {
  const { hash } = await one.aptos.signAndSubmitTransaction({ signer, transaction })
  return userTransaction(await one.aptos.waitForTransaction({ transactionHash: hash, options: { checkSuccess } }))
}

function userTransaction(response: CommittedTransactionResponse) {
  if (!isUserTransactionResponse(response)) throw new Error(`a ${response.type}`)
  return response
}

function dataOf(response: Awaited<ReturnType<typeof send>>, type: string): Record<string, unknown> {
  const event = response.events.find((found) => found.type === type)
  if (!event) throw new Error(`no ${type} in ${JSON.stringify(response.events)}`)
  return event.data
}

async function collection(name: string, maxSupply?: number) {
  const options = maxSupply === undefined ? {} : { maxSupply }
  const made = { creator, name, description: 'of cats', uri: 'ipfs://c', royaltyNumerator: 5, royaltyDenominator: 100 }
  return send(creator, await one.aptos.createCollectionTransaction({ ...made, ...options }))
}

async function mint(collectionName: string, name: string, options?: InputGenerateTransactionOptions) {
  const transaction = await one.aptos.mintDigitalAssetTransaction({
    ...{ creator, collection: collectionName, name, description: 'd', uri: 'ipfs://1' },
    ...(options ? { options } : {}),
  })
  return send(creator, transaction, false)
}

it('tells of itself what a fullnode does, and that it is simulated', async () => {
  expect(await one.aptos.getLedgerInfo()).toMatchObject({ chain_id: 4, node_role: 'full_node' })
  const answer = await fetch(one.url)
  expect(answer.headers.get('x-aptos-chain-id')).toBe('4')
  expect(await answer.json()).toMatchObject({ notice: 'Simulated: no Move VM.' })
  expect(await one.aptos.getGasPriceEstimation()).toMatchObject({ gas_estimate: 100 })
  expect(await one.aptos.getAccountAPTAmount({ accountAddress: creator.accountAddress })).toBeGreaterThan(0)
})

it('makes a collection, mints, changes, moves and burns a token', async () => {
  await collection('Cats', 10)
  const minted = await mint('Cats', 'Tom')
  const { token, index } = dataOf(minted, '0x4::collection::Mint')
  expect(index).toEqual({ value: '1' })
  const digitalAssetAddress = `${token}`
  await send(creator, await one.aptos.setDigitalAssetURITransaction({ creator, digitalAssetAddress, uri: 'ipfs://2' }))
  await send(creator, await one.aptos.setDigitalAssetNameTransaction({ creator, digitalAssetAddress, name: 'Tim' }))
  const recipient = Accounts.generate()
  const moved = await send(
    creator,
    await one.aptos.transferDigitalAssetTransaction({
      ...{ sender: creator, digitalAssetAddress, recipient: recipient.accountAddress },
    }),
  )
  expect(dataOf(moved, '0x1::object::Transfer')).toMatchObject({ object: token })
  const [owned, ...others] = await one.aptos.getOwnedDigitalAssets({ ownerAddress: recipient.accountAddress })
  expect(others).toEqual([])
  expect(owned).toMatchObject({
    ...{ owner_address: recipient.accountAddress.toStringLong(), amount: 1, is_soulbound_v2: false },
    current_token_data: { token_name: 'Tim', token_uri: 'ipfs://2', current_collection: { collection_name: 'Cats' } },
  })
  const held = await one.aptos.getAccountResource({
    accountAddress: digitalAssetAddress,
    resourceType: '0x4::token::Token',
  })
  expect(held).toMatchObject({ uri: 'ipfs://2' })
  const burnt = await send(creator, await one.aptos.burnDigitalAssetTransaction({ creator, digitalAssetAddress }))
  expect(dataOf(burnt, '0x4::collection::Burn')).toMatchObject({ index: '1', token })
  expect(await one.aptos.getOwnedDigitalAssets({ ownerAddress: recipient.accountAddress })).toEqual([])
})

it('a mint costs what mainnet takes: about 0.0072 APT', async () => {
  await collection('Priced')
  const before = await one.aptos.getAccountAPTAmount({ accountAddress: creator.accountAddress })
  const { gas_used } = await mint('Priced', 'One')
  const after = await one.aptos.getAccountAPTAmount({ accountAddress: creator.accountAddress })
  expect(before - after).toBe(Number(gas_used) * 100)
  expect(before - after).toBeGreaterThan(650_000)
  expect(before - after).toBeLessThan(760_000)
})

it('simulates without keeping, and with the address that the mint then gets', async () => {
  await collection('Tried')
  const transaction = await one.aptos.mintDigitalAssetTransaction({
    ...{ creator, collection: 'Tried', name: 'a', description: '', uri: '' },
  })
  const [tried] = await one.aptos.transaction.simulate.simple({ signerPublicKey: creator.publicKey, transaction })
  expect(tried).toMatchObject({ success: true, vm_status: 'Executed successfully' })
  const done = await send(creator, transaction)
  expect(done.gas_used).toBe(tried?.gas_used)
  const told = tried?.events.find(({ type }) => type === '0x4::collection::Mint')?.data
  expect(dataOf(done, '0x4::collection::Mint')).toEqual(told)
})

it('aborts in the framework’s words, takes nothing but gas, and goes on', async () => {
  await collection('Full', 1)
  expect((await mint('Full', 'One')).success).toBe(true)
  const before = await one.aptos.getAccountInfo({ accountAddress: creator.accountAddress })
  const second = await mint('Full', 'Two', { maxGasAmount: 20_000 })
  expect(second).toMatchObject({
    success: false,
    vm_status:
      'Move abort in 0x4::collection: ECOLLECTION_SUPPLY_EXCEEDED(0x20002): The collection has reached its supply and no more tokens can be minted, unless some are burned',
  })
  const after = await one.aptos.getAccountInfo({ accountAddress: creator.accountAddress })
  expect(BigInt(after.sequence_number)).toBe(BigInt(before.sequence_number) + 1n)
  const long = await mint('Full', 'x'.repeat(129), { maxGasAmount: 20_000 })
  expect(long.vm_status).toContain('0x4::token: ETOKEN_NAME_TOO_LONG(0x20004)')
})

it('somebody else pays', async () => {
  const [sender, recipient] = [Accounts.generate(), Accounts.generate()]
  await one.aptos.fundAccount({
    accountAddress: sender.accountAddress,
    amount: 500,
    options: { waitForIndexer: false },
  })
  const transaction = await one.aptos.transferCoinTransaction({
    ...{
      sender: sender.accountAddress,
      recipient: recipient.accountAddress,
      amount: 500,
      options: { maxGasAmount: 20_000 },
    },
  })
  const built = await one.aptos.transaction.build.simple({
    ...{ sender: sender.accountAddress, withFeePayer: true, options: { maxGasAmount: 20_000 } },
    data: { function: '0x1::aptos_account::transfer', functionArguments: [recipient.accountAddress, 500] },
  })
  expect(transaction.feePayerAddress).toBeUndefined()
  const senderAuthenticator = one.aptos.transaction.sign({ signer: sender, transaction: built })
  const feePayerAuthenticator = one.aptos.transaction.signAsFeePayer({ signer: creator, transaction: built })
  const { hash } = await one.aptos.transaction.submit.simple({
    ...{ transaction: built, senderAuthenticator, feePayerAuthenticator },
  })
  const done = userTransaction(await one.aptos.waitForTransaction({ transactionHash: hash }))
  expect(done.signature).toMatchObject({ type: 'fee_payer_signature' })
  const balance = (account: Account) => one.aptos.getAccountAPTAmount({ accountAddress: account.accountAddress })
  expect([await balance(sender), await balance(recipient)]).toEqual([0, 500])
})

it('pages through transactions, blocks and versions', async () => {
  const { accountAddress } = creator
  const [first] = await one.aptos.getAccountTransactions({ accountAddress, options: { offset: 0, limit: 1 } })
  expect(first).toMatchObject({ type: 'user_transaction', sequence_number: '0' })
  const version = Number(first && 'version' in first ? first.version : 0)
  const block = await one.aptos.getBlockByVersion({ ledgerVersion: version, options: { withTransactions: true } })
  expect(block.transactions?.map(({ type }) => type)).toEqual([
    ...['block_metadata_transaction', 'user_transaction', 'block_epilogue_transaction'],
  ])
  expect(await one.aptos.getTransactionByVersion({ ledgerVersion: 0 })).toMatchObject({ type: 'genesis_transaction' })
  const before = await one.aptos.getAccountInfo({ accountAddress })
  expect(before.authentication_key).toBe(creator.accountAddress.toStringLong())
  const old = await (await fetch(`${one.url}/accounts/${accountAddress}?ledger_version=${version}`)).json()
  expect(old).toMatchObject({ sequence_number: '1' })
})

it('answers views in BCS and JSON', async () => {
  const [owned] = await one.aptos.view<[string]>({
    payload: {
      function: '0x1::coin::balance',
      typeArguments: ['0x1::aptos_coin::AptosCoin'],
      functionArguments: [creator.accountAddress],
    },
  })
  const [same] = await one.aptos.viewJson<[string]>({
    payload: {
      function: '0x1::coin::balance',
      typeArguments: ['0x1::aptos_coin::AptosCoin'],
      functionArguments: [creator.accountAddress.toString()],
    },
  })
  expect(Number(owned)).toBeGreaterThan(0)
  expect(same).toBe(owned)
})
