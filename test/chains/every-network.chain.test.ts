import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import { addCollection } from '../../src/core/store/collections/collections.ts'
import { addAction } from '../../src/core/store/journal/actions.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { addTransfer } from '../../src/core/store/journal/transfers/transfers.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'
import { openPracticeSeed } from '../../src/core/wallets/seed.ts'
import { type EvmChain, evmChains } from '../../src/shared/chains.ts'
import { type OpenEngine, openEngine, until } from '../minting/open-engine.ts'

const abi = parseAbi(['function tokenURI(uint256 id) view returns (string)'])
const someoneElse = '0x9D90dbDd0E22a079008Feb3bC671023D5D507c20'
const owner = { kind: 'userId', user: 'ann' } as const

let dir: string
let engine: OpenEngine
/** The wallet of a user of the project. */
let holder: Hex

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-names-'))
  engine = await openEngine({ dir, blockMs: 50, override: { confirmations: 1 }, timing: { groupMs: 20, pollMs: 20 } })
  const keyring = await openKeyring(await openPracticeSeed(dir))
  holder = keyring.userAddress(engine.project.index, { kind: owner.kind, id: owner.user })
})
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

it.each(evmChains)('%s: create, mint, update, transfer and burn, signed for its own chain id', async (chain) => {
  const network = engine.practice?.network(chain)
  if (!network) throw new Error('no practice network')
  const collection = await create(chain)
  await mint(collection, holder, chain)
  const minted = await until(`minted on ${chain}`, async () => {
    const rows = await mintsNow(engine.db)
      .select(['pk', 'token_id'])
      .where('collection_pk', '=', collection.pk)
      .where('state', '=', 'succeeded')
      .orderBy('token_id')
      .execute()
    return rows.length === 2 && rows
  })
  const { contract_address: address } = await engine.db
    .selectFrom('collections')
    .select('contract_address')
    .where('pk', '=', collection.pk)
    .executeTakeFirstOrThrow()
  const contract = address as Hex
  const reader = await engine.chains.client('practice', chain)
  expect([await reader.ownerOf(contract, 1), await reader.ownerOf(contract, 2)]).toEqual([holder, holder])

  const uri = `https://example.com/${chain}.json`
  const facts = { projectId: engine.project.id, collectionPk: collection.pk }
  const [first, second] = minted
  const update = { kind: 'update', contract, tokenId: 1, uri }
  const burn = { kind: 'burn', contract, tokenId: 2, holder, owner }
  for (const [kind, work, mintPk] of [
    ['nfts.update', update, first?.pk ?? null],
    ['nfts.delete', burn, second?.pk ?? null],
  ] as const)
    await addAction(engine.db, { ...facts, id: randomUUID(), kind, mintPk, work }, Date.now())
  engine.engine.wake(collection.pk)
  // The holder signs it for this chain and this contract alone; the treasury sends it.
  const transfer = await addTransfer(
    engine.db,
    {
      projectId: engine.project.id,
      id: randomUUID(),
      chain,
      network: reader.network,
      signer: reader.treasury(engine.project.index),
      contract,
      tokenId: '1',
      mintPk: first?.pk ?? null,
      work: {
        ...{ kind: 'transfer', by: 'treasury', contract, tokenId: '1', standard: 'erc-721', quantity: '1' },
        ...{ holder, owner, to: someoneElse },
      },
      request: randomUUID(),
      since: 0,
    },
    Date.now(),
  )
  engine.engine.wakeTransfer(transfer)
  await until(`changed and moved on ${chain}`, async () => {
    const told = [
      ...(await engine.db
        .selectFrom('actions')
        .select(['status', 'error_message'])
        .where('collection_pk', '=', collection.pk)
        .execute()),
      ...(await engine.db
        .selectFrom('transfers')
        .select(['status', 'error_message'])
        .where('pk', '=', transfer)
        .execute()),
    ]
    const failed = told.find(({ status }) => status === 'failed')
    if (failed) throw new Error(failed.error_message ?? 'it failed')
    return told.every(({ status }) => status === 'succeeded')
  })

  const { client } = await network.start()
  expect(await client.readContract({ abi, address: contract, functionName: 'tokenURI', args: [1n] })).toBe(uri)
  expect([await reader.ownerOf(contract, 1), await reader.ownerOf(contract, 2)]).toEqual([someoneElse, null])
  const signed = await engine.db
    .selectFrom('transactions')
    .select(['purpose', 'tx_hash'])
    .where('network', '=', reader.network)
    .where('state', '=', 'succeeded')
    .execute()
  expect(new Set(signed.map(({ purpose }) => purpose))).toEqual(
    new Set(['deploy', 'mint', 'update', 'burn', 'transfer']),
  )
  const { chainId } = knownNetworks().ofEvm(chain)
  for (const { tx_hash: hash } of signed)
    expect((await client.getTransaction({ hash: hash as Hex })).chainId, chain).toBe(chainId)
  // One anvil at a time is enough for this machine.
  await network.close()
})

async function create(chain: EvmChain) {
  const metadata = { name: `Names of ${chain}`, description: '', imageUrl: '', symbol: 'NAME' }
  const input = {
    id: `on-${chain}`,
    chain,
    contractKind: 'economy',
    fungibility: 'non-fungible' as const,
    metadata,
    initial: { supplyLimit: null, payments: null },
    contractUri: '',
    reupload: false,
  }
  return engine.db.transaction().execute((tx) => addCollection(tx, engine.project.id, input, `on-${chain}`, Date.now()))
}

async function mint(collection: Awaited<ReturnType<typeof create>>, address: string, chain: EvmChain): Promise<void> {
  const drafts = [1, 2].map((n) => ({
    id: `${chain}-${n}`,
    recipient: `${chain}:${address}`,
    address,
    metadata: { uri: `https://example.com/${n}.json` },
    reupload: false,
    contentHash: createHash('sha256').update(`${chain} ${n}`).digest(),
  }))
  await engine.db.transaction().execute((tx) => enqueueMints(tx, collection, drafts, { now: Date.now() }))
  engine.engine.wake(collection.pk)
}
