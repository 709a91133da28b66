/**
 * The holder of a token signs whatever he likes, and anybody may send it: with the id of a permission of ours that he saw in the mempool,
 * in a block before ours. What the engine then says is what the chain shows.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  getAbiItem,
  type Hex,
  keccak256,
  parseEther,
  parseTransaction,
  size,
  sliceHex,
  toFunctionSelector,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../resources/contracts/artifacts/collection-1155.ts'
import { encodeTransfer, signatureFor } from '../../src/core/chains/evm/contracts/transfers.ts'
import type { Work } from '../../src/core/chains/family/work.ts'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import { transferJobId } from '../../src/core/minting/job-id.ts'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { addAction } from '../../src/core/store/journal/actions.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { addTransfer } from '../../src/core/store/journal/transfers/transfers.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'
import { openPracticeSeed } from '../../src/core/wallets/seed.ts'
import { addPolygonCollection } from '../minting/add-collection.ts'
import { type OpenEngine, openEngine, until } from '../minting/open-engine.ts'

type Permitted = Extract<Work, { kind: 'burn' | 'transfer' }>

const chain = 'polygon'
const owner = { kind: 'userId', user: 'ann' } as const
const elsewhere = '0x9D90dbDd0E22a079008Feb3bC671023D5D507c20'
const stranger = privateKeyToAccount(generatePrivateKey())

let dir: string
let engine: OpenEngine
let account: ReturnType<Awaited<ReturnType<typeof openKeyring>>['userAccount']>
let holder: Hex
let badges: CollectionRow
let copies: CollectionRow
/** Done with the first transaction by a permission that is to leave, before it does: a mint's own may go out again meanwhile. */
let between: ((data: Hex) => Promise<void>) | null = null
let made = 0

const bySignature = [collection721, collection1155].map(({ abi }) =>
  toFunctionSelector(getAbiItem({ abi, name: 'transferBySignature' })),
)
const isPermitted = (data: Hex) => size(data) >= 4 && bySignature.includes(sliceHex(data, 0, 4))

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-hostile-'))
  engine = await openEngine({ dir, blockMs: 50, override: { confirmations: 2 }, timing: { groupMs: 20, pollMs: 20 } })
  const client = await engine.chains.client('practice', chain)
  const send = client.send.bind(client)
  Object.assign(client, {
    async send(raws: readonly Hex[]) {
      const data = raws.map((raw) => parseTransaction(raw).data ?? '0x').find(isPermitted)
      if (data && between) {
        const act = between
        between = null
        await act(data)
      }
      return await send(raws)
    },
  })
  const keyring = await openKeyring(await openPracticeSeed(dir))
  account = keyring.userAccount(engine.project.index, { kind: owner.kind, id: owner.user })
  holder = account.address
  const { client: node } = await network().start()
  await node.setBalance({ address: stranger.address, value: parseEther('10') })
  badges = await addPolygonCollection(engine, 'badges', 'non-fungible')
  copies = await addPolygonCollection(engine, 'copies', 'semi-fungible')
})
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

function network() {
  const found = engine.practice?.network(chain)
  if (!found) throw new Error('no practice network')
  return found
}

/** A token of the holder's, of which he has ten where it is one of copies. */
async function token(collection: CollectionRow) {
  const id = `nft-${made++}`
  const draft = {
    id,
    recipient: `${chain}:${holder}`,
    address: holder,
    reupload: false,
    amount: collection === copies ? 10 : 1,
  }
  const metadata = { uri: `https://example.com/${id}.json` }
  const drafts = [{ ...draft, metadata, contentHash: createHash('sha256').update(id).digest() }]
  await engine.db.transaction().execute((tx) => enqueueMints(tx, collection, drafts, { now: Date.now() }))
  engine.engine.wake(collection.pk)
  return await until(`${id} is minted`, async () => {
    const row = await mintsNow(engine.db)
      .select(['pk', 'token_id', 'state'])
      .where('mints.id', '=', id)
      .executeTakeFirst()
    if (row?.state !== 'succeeded' || row.token_id === null) return false
    const { contract_address: contract } = await engine.db
      .selectFrom('collections')
      .select('contract_address')
      .where('pk', '=', collection.pk)
      .executeTakeFirstOrThrow()
    return { mintPk: row.pk, tokenId: row.token_id, contract: contract as Hex, collection }
  })
}
type Token = Awaited<ReturnType<typeof token>>

async function ended(table: 'actions' | 'transfers', pk: number) {
  return await until(`${table} ${pk} ended`, async () => {
    const row = await engine.db
      .selectFrom(table)
      .select(['status', 'error_code', 'error_message'])
      .where('pk', '=', pk)
      .executeTakeFirstOrThrow()
    return row.status !== 'pending' && row
  })
}

async function burn({ mintPk, tokenId, contract, collection }: Token) {
  const work = { kind: 'burn', contract, tokenId, holder, owner, ...(collection === copies ? { quantity: '4' } : {}) }
  const facts = { projectId: engine.project.id, collectionPk: collection.pk, id: randomUUID(), mintPk, work }
  const pk = await addAction(engine.db, { ...facts, kind: 'nfts.delete' }, Date.now())
  engine.engine.wake(collection.pk)
  return await ended('actions', pk)
}

async function transfer({ mintPk, tokenId, contract, collection }: Token, request: string = randomUUID()) {
  const client = await engine.chains.client('practice', chain)
  const standard = collection === copies ? 'erc-1155' : 'erc-721'
  const quantity = collection === copies ? '4' : '1'
  const work = {
    kind: 'transfer',
    by: 'treasury',
    contract,
    tokenId: `${tokenId}`,
    standard,
    quantity,
    holder,
    owner,
    to: elsewhere,
  }
  const place = { chain, network: client.network, signer: client.treasury(engine.project.index), contract }
  const facts = {
    projectId: engine.project.id,
    id: randomUUID(),
    ...place,
    tokenId: `${tokenId}`,
    mintPk,
    work,
    request,
    since: 0,
  }
  const pk = await addTransfer(engine.db, facts, Date.now())
  engine.engine.wakeTransfer(pk)
  return { pk, ...(await ended('transfers', pk)) }
}

/** The stranger's transaction, in a block of its own. */
async function strangerSends(to: Hex, data: Hex): Promise<Hex> {
  const { client } = await network().start()
  const nonce = await client.getTransactionCount({ address: stranger.address })
  const { chainId } = knownNetworks().ofEvm(chain)
  const fee = parseEther('0.000001')
  const raw = await stranger.signTransaction({
    ...{ to, data, nonce, chainId, gas: 500_000n },
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
    type: 'eip1559',
  })
  const hash = await client.sendRawTransaction({ serializedTransaction: raw })
  return await until('the stranger is in a block', async () => {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => null)
    if (receipt?.status === 'reverted') throw new Error('the stranger was refused')
    return receipt !== null && hash
  })
}

/** A move that the holder permits outside of Mintdesk. */
function moved({ contract, tokenId, collection }: Token, jobId: string, to: string, quantity: string): Permitted {
  const standard = collection === copies ? 'erc-1155' : 'erc-721'
  const what = { contract, tokenId: `${tokenId}`, standard, quantity } as const
  return { kind: 'transfer', by: 'treasury', jobId, ...what, holder, owner, to }
}

/** A stranger sends what the holder signed. @param signed what stands in the permission in place of what is sent */
async function permitted(work: Permitted, signed: { contract?: string; chainId?: number } = {}): Promise<void> {
  const { contract = work.contract, chainId = knownNetworks().ofEvm(chain).chainId } = signed
  const signature = await signatureFor({ ...work, contract }, chainId, () => account)
  await strangerSends(work.contract as Hex, encodeTransfer(work, signature))
}

/** The holder signs something else under the same id: one unit of it goes back to himself. */
async function usesUp(one: Token, jobId: string): Promise<void> {
  await permitted(moved(one, jobId, holder, '1'))
}

/** The first argument of the call that waits to be sent. */
const jobIn = (data: Hex): string => sliceHex(data, 4, 36)

/** Whom it belongs to; of copies, how many the holder and the other one have. */
async function standing({ contract, tokenId, collection }: Token): Promise<unknown> {
  const client = await engine.chains.client('practice', chain)
  if (collection !== copies) return await client.ownerOf(contract, tokenId)
  return await Promise.all([holder, elsewhere].map((one) => client.copies?.balance(contract, one, tokenId)))
}

describe.each(['badges', 'copies'] as const)('of %s', (kind) => {
  const mine = async () => await token(kind === 'badges' ? badges : copies)
  const untouched = kind === 'badges' ? () => holder : () => [10n, 0n]

  it('a burn whose permission the holder used up fails, and asked again is made', async () => {
    const one = await mine()
    between = async (data) => await usesUp(one, jobIn(data))
    expect(await burn(one)).toMatchObject({ status: 'failed', error_code: 'permit.used' })
    expect(await standing(one)).toEqual(untouched())
    expect(await burn(one)).toMatchObject({ status: 'succeeded' })
    expect(await standing(one)).toEqual(kind === 'badges' ? null : [6n, 0n])
  })

  it('a transfer whose permission the holder used up fails with a sentence, and is not tried again', async () => {
    const one = await mine()
    between = async (data) => await usesUp(one, jobIn(data))
    const failed = await transfer(one)
    expect(failed).toMatchObject({ status: 'failed', error_code: 'permit.used' })
    expect(failed.error_message).toMatch(/used up for something else.*ask again\.$/)
    expect(await standing(one)).toEqual(untouched())
    const attempts = await engine.db
      .selectFrom('transactions')
      .select('state')
      .where('transfer_pk', '=', failed.pk)
      .execute()
    expect(attempts).toEqual([{ state: 'failed' }])
  })

  it('what somebody else sent with our own permission is done, and by whose transaction', async () => {
    for (const asked of [transfer, burn] as const) {
      const one = await mine()
      let hash: Hex | undefined
      between = async (data) => {
        hash = await strangerSends(one.contract, data)
      }
      expect(await asked(one)).toMatchObject({ status: 'succeeded' })
      if (asked === burn) expect(await standing(one)).toEqual(kind === 'badges' ? null : [6n, 0n])
      else {
        expect(await standing(one)).toEqual(kind === 'badges' ? elsewhere : [6n, 4n])
        const row = await engine.db
          .selectFrom('transfers')
          .select('tx_hash')
          .where('mint_pk', '=', one.mintPk)
          .executeTakeFirst()
        expect(row?.tx_hash).toBe(hash)
      }
    }
  })

  it('what was used up before it was asked for is refused without a transaction; what was done so is done', async () => {
    const keyring = await openKeyring(await openPracticeSeed(dir))
    const { mintIdentities } = await import('../../src/core/minting/identity.ts')
    const { openWallets } = await import('../../src/core/wallets/addresses.ts')
    const mintsKey = () => keyring.mintsKey(engine.project.index)
    const { job } = mintIdentities({ db: engine.db, wallets: openWallets(() => keyring), mintsKey, clock: Date.now })
    const jobOf = (request: string) => transferJobId((work) => job(engine.project, work), request)
    const [one, other] = [await mine(), await mine()]
    await usesUp(one, jobOf(`used ${kind}`))
    const refused = await transfer(one, `used ${kind}`)
    expect(refused).toMatchObject({ status: 'failed', error_code: 'permit.used' })
    const signed = await engine.db
      .selectFrom('transactions')
      .select('pk')
      .where('transfer_pk', '=', refused.pk)
      .execute()
    expect(signed).toEqual([])
    // As a database that was restored from a copy asks again.
    expect(await transfer(other, `again ${kind}`)).toMatchObject({ status: 'succeeded' })
    expect(await transfer(other, `again ${kind}`)).toMatchObject({ status: 'succeeded' })
    expect(await standing(other)).toEqual(kind === 'badges' ? elsewhere : [6n, 4n])
  })

  it('a permission that was signed for another collection or another network is worth nothing here', async () => {
    const one = await mine()
    const other = await token(kind === 'badges' ? copies : badges)
    between = async (data) => {
      const work = moved(one, jobIn(data), elsewhere, '4')
      await expect(permitted(work, { contract: other.contract })).rejects.toThrow('the stranger was refused')
      await expect(permitted(work, { chainId: 1 })).rejects.toThrow('the stranger was refused')
    }
    expect(await burn(one)).toMatchObject({ status: 'succeeded' })
    expect(await standing(one)).toEqual(kind === 'badges' ? null : [6n, 0n])
  })

  it('a permission ends when its holder gives away what it is for: that fails with a sentence, and others go on', async () => {
    for (const asked of [burn, transfer] as const) {
      const [one, other] = [await mine(), await mine()]
      between = async () => await permitted(moved(one, keccak256(toHex(randomUUID())), elsewhere, '10'))
      expect(await asked(one)).toMatchObject({
        status: 'failed',
        error_code: 'token.notHeld',
        error_message: 'The wallet of this project does not hold this NFT any more.',
      })
      expect(await standing(one)).toEqual(kind === 'badges' ? elsewhere : [0n, 10n])
      expect(await asked(other)).toMatchObject({ status: 'succeeded' })
    }
  })

  it('a wallet that was given code which takes no permission: said before anything is sent, and done when the code is gone', async () => {
    const { client } = await network().start()
    for (const asked of [burn, transfer] as const) {
      const one = await mine()
      await client.setCode({ address: holder, bytecode: '0x60006000fd' })
      const before = await engine.db.selectFrom('transactions').select('pk').execute()
      const refused = await asked(one)
      await client.setCode({ address: holder, bytecode: '0x' })
      expect(refused).toMatchObject({ status: 'failed', error_code: 'permit.refused' })
      expect(refused.error_message).toMatch(/^The contract does not take the permission of the wallet.*ask again\.$/)
      expect(await engine.db.selectFrom('transactions').select('pk').execute()).toEqual(before)
      expect(await standing(one)).toEqual(untouched())
      expect(await asked(one)).toMatchObject({ status: 'succeeded' })
    }
  })
})
