/** Recipients that refuse copies, with the errors of our own contracts too: the transfer fails, is never said to be made, and cannot be made later. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeErrorResult, getAddress, type Hex, keccak256, size, toHex, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../resources/contracts/artifacts/collection-1155.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { addTransfer } from '../../src/core/store/journal/transfers/transfers.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'
import { openPracticeSeed } from '../../src/core/wallets/seed.ts'
import { addPolygonCollection } from './add-collection.ts'
import { type OpenEngine, openEngine, until } from './open-engine.ts'

const chain = 'polygon'
const owner = { kind: 'userId', user: 'ann' } as const
const { abi } = collection721
const errors = {
  AnotherWriter: encodeErrorResult({ abi, errorName: 'AnotherWriter', args: [7] }),
  AnotherHistory: encodeErrorResult({ abi, errorName: 'AnotherHistory' }),
  ReplacedWasMinted: encodeErrorResult({ abi, errorName: 'ReplacedWasMinted', args: [zeroHash, 1n] }),
} as const

let dir: string
let engine: OpenEngine
let holder: Hex
/** Done with the next transfer that is to leave, before it does. */
let between: (() => Promise<void>) | null = null

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-refusers-'))
  engine = await openEngine({ dir, blockMs: 50, override: { confirmations: 2 }, timing: { groupMs: 20, pollMs: 20 } })
  const client = await engine.chains.client('practice', chain)
  const send = client.send.bind(client)
  Object.assign(client, {
    async send(raws: readonly Hex[]) {
      const act = between
      between = null
      await act?.()
      return await send(raws)
    },
  })
  const keyring = await openKeyring(await openPracticeSeed(dir))
  holder = keyring.userAccount(engine.project.index, { kind: owner.kind, id: owner.user }).address
})
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

/** A contract that refuses every call with these bytes: it copies them from behind its code. */
async function refusesWith(to: Hex, data: Hex): Promise<void> {
  const length = toHex((data.length - 2) / 2, { size: 1 }).slice(2)
  const bytecode = `0x60${length}600c60003960${length}6000fd${data.slice(2)}` as const
  await (await node()).setCode({ address: to, bytecode })
}

/** Code of a contract that makes this call, whoever calls it with whatever. */
function keeping({ to, data }: { to: Hex; data: Hex }): Hex {
  const length = toHex(size(data), { size: 2 }).slice(2)
  const copied = `61${length}602b600039` as const
  const called = `6000600061${length}60006000` as const
  return `0x${copied}${called}73${to.slice(2)}5af100${data.slice(2)}`
}

/** Ten copies of the holder's. */
async function minted(id: string) {
  const collection = await addPolygonCollection(engine, id, 'semi-fungible')
  const contentHash = createHash('sha256').update(id).digest()
  const metadata = { uri: 'https://example.com/1.json' }
  const draft = {
    id,
    recipient: `${chain}:${holder}`,
    address: holder,
    reupload: false,
    amount: 10,
    metadata,
    contentHash,
  }
  await engine.db.transaction().execute((tx) => enqueueMints(tx, collection, [draft], { now: Date.now() }))
  engine.engine.wake(collection.pk)
  return await until(`${id} is minted`, async () => {
    const found = mintsNow(engine.db).select(['pk', 'token_id', 'state']).where('mints.id', '=', id)
    const row = await found.executeTakeFirst()
    if (row?.state !== 'succeeded' || row.token_id === null) return false
    const at = engine.db.selectFrom('collections').select('contract_address').where('pk', '=', collection.pk)
    const { contract_address: contract } = await at.executeTakeFirstOrThrow()
    return { mintPk: row.pk, tokenId: `${row.token_id}`, contract: contract ?? '' }
  })
}

async function unitsOf({ contract, tokenId }: Awaited<ReturnType<typeof minted>>, of: Hex): Promise<bigint> {
  return await (await node()).readContract({
    ...{ abi: collection1155.abi, address: getAddress(contract), functionName: 'balanceOf' },
    args: [of, BigInt(tokenId)],
  })
}

/** How the transfer of one unit ends, and what was signed for it. */
async function transfer({ mintPk, tokenId, contract }: Awaited<ReturnType<typeof minted>>, to: Hex) {
  const client = await engine.chains.client('practice', chain)
  const what = { contract, tokenId, standard: 'erc-1155', quantity: '1' }
  const work = { kind: 'transfer', by: 'treasury', ...what, holder, owner, to }
  const place = { chain, network: client.network, signer: client.treasury(engine.project.index), contract, tokenId }
  const [id, request] = [randomUUID(), randomUUID()]
  const facts = { projectId: engine.project.id, id, ...place, mintPk, work, request, since: 0 }
  const pk = await addTransfer(engine.db, facts, Date.now())
  engine.engine.wakeTransfer(pk)
  const ended = await until('the transfer ended', async () => {
    const found = engine.db.selectFrom('transfers').select(['status', 'error_code']).where('pk', '=', pk)
    const row = await found.executeTakeFirstOrThrow()
    return row.status !== 'pending' && row
  })
  const signed = engine.db.selectFrom('transactions').select(['purpose', 'state']).where('transfer_pk', '=', pk)
  const transactions = (await signed.orderBy('pk').execute()).map(({ purpose, state }) => `${purpose} ${state}`)
  return { ...ended, transactions }
}

/** The call of the last transfer that was signed, which everybody has seen. */
async function lastTransfer(): Promise<{ to: Hex; data: Hex }> {
  const { call } = await engine.db
    .selectFrom('transactions')
    .select('call')
    .where('purpose', '=', 'transfer')
    .orderBy('pk', 'desc')
    .executeTakeFirstOrThrow()
  return JSON.parse(call) as { to: Hex; data: Hex }
}

async function node() {
  const network = engine.practice?.network(chain)
  if (!network) throw new Error('no practice network')
  return (await network.start()).client
}

/** Somebody with coins of his own sends what he has seen. @returns whether it was carried out */
async function carryOut(call: { to: Hex; data: Hex }): Promise<boolean> {
  const client = await node()
  const account = getAddress(keccak256(toHex('somebody')).slice(0, 42))
  await client.setBalance({ address: account, value: 10n ** 18n })
  await client.impersonateAccount({ address: account })
  const hash = await client.sendUnsignedTransaction({ from: account, ...call, gas: 500_000n })
  return (await client.waitForTransactionReceipt({ hash })).status === 'success'
}

it('no transfer is made to who refuses it in the words of the fence, before or in its block', async () => {
  const one = await minted('copies')
  for (const [name, data] of Object.entries(errors)) {
    const to = getAddress(keccak256(toHex(name)).slice(0, 42))
    between = () => refusesWith(to, data)
    const failed = { status: 'failed', error_code: 'chain.reverted' }
    const transactions = ['transfer failed', 'revoke succeeded']
    expect(await transfer(one, to), `in its block, ${name}`).toEqual({ ...failed, transactions })
    expect(await transfer(one, to), `before, ${name}`).toEqual({ ...failed, transactions: [] })
  }
})

it('nobody can carry a transfer out that failed since its recipient refused it', async () => {
  const one = await minted('refused')
  const to = getAddress(keccak256(toHex('refuses once')).slice(0, 42))
  between = () => refusesWith(to, errors.AnotherHistory)
  expect((await transfer(one, to)).status).toBe('failed')
  await (await node()).setCode({ address: to, bytecode: '0x' })
  expect(await carryOut(await lastTransfer())).toBe(false)
  expect(await unitsOf(one, to)).toBe(0n)
  expect(await transfer(one, to)).toMatchObject({ status: 'succeeded', transactions: ['transfer succeeded'] })
  expect(await carryOut(await lastTransfer())).toBe(false)
  expect(await unitsOf(one, to)).toBe(1n)
})

it('a transfer that its recipient refuses, and carries out by itself before it is revoked, was made', async () => {
  const one = await minted('taken')
  const to = getAddress(keccak256(toHex('takes it')).slice(0, 42))
  const take = async () => {
    await (await node()).setCode({ address: to, bytecode: '0x' })
    expect(await carryOut(await lastTransfer())).toBe(true)
  }
  between = async () => {
    await refusesWith(to, errors.AnotherHistory)
    // Before the revocation leaves.
    between = take
  }
  expect(await transfer(one, to)).toEqual({
    ...{ status: 'succeeded', error_code: null },
    transactions: ['transfer failed', 'revoke succeeded'],
  })
  expect(await unitsOf(one, to)).toBe(1n)
})

it('a transfer whose permission the recipient’s contract had kept, and used in a transaction that does not name it, was made', async () => {
  const one = await minted('kept')
  const to = getAddress(keccak256(toHex('keeps it')).slice(0, 42))
  const keeper = getAddress(keccak256(toHex('keeper')).slice(0, 42))
  // The node keeps what was at the last 64 blocks only, and is asked in which of them the permission was used.
  await (await node()).setIntervalMining({ interval: 1 })
  const take = async () => {
    await (await node()).setCode({ address: to, bytecode: '0x' })
    await (await node()).setCode({ address: keeper, bytecode: keeping(await lastTransfer()) })
    expect(await carryOut({ to: keeper, data: '0x' })).toBe(true)
    expect(await unitsOf(one, to)).toBe(1n)
  }
  between = async () => {
    await refusesWith(to, errors.AnotherHistory)
    between = take
  }
  expect(await transfer(one, to)).toMatchObject({ status: 'succeeded', error_code: null })
  expect(await unitsOf(one, to)).toBe(1n)
})
