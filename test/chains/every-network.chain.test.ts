import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletClient, type Hex, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { evmNetworkOf } from '../../src/core/chains/networks.ts'
import { addAction } from '../../src/core/store/actions.ts'
import { addCollection } from '../../src/core/store/collections.ts'
import { enqueueMints } from '../../src/core/store/mints.ts'
import { mintsNow } from '../../src/core/store/mints-now.ts'
import { type EvmChain, evmChains } from '../../src/shared/chains.ts'
import { type OpenEngine, openEngine, until } from '../minting/open-engine.ts'

const abi = parseAbi([
  'function transferFrom(address from, address to, uint256 id)',
  'function burn(uint256 id)',
  'function tokenURI(uint256 id) view returns (string)',
])
const someoneElse = '0x9D90dbDd0E22a079008Feb3bC671023D5D507c20'

let dir: string
let engine: OpenEngine

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-names-'))
  engine = await openEngine({ dir, blockMs: 50, override: { confirmations: 1 }, timing: { groupMs: 20, pollMs: 20 } })
})
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

it.each(evmChains)('%s: create, mint, update, transfer and burn, signed for its own chain id', async (chain) => {
  const { chainId } = evmNetworkOf(chain)
  const network = engine.practice?.network(chain)
  if (!network) throw new Error('no practice network')
  const holder = privateKeyToAccount(generatePrivateKey())
  const collection = await create(chain)
  await mint(collection, holder.address, chain)
  const minted = await until(`minted on ${chain}`, async () => {
    const rows = await mintsNow(engine.db)
      .select(['pk', 'token_id', 'tx_hash'])
      .where('collection_pk', '=', collection.pk)
      .where('state', '=', 'succeeded')
      .orderBy('token_id')
      .execute()
    return rows.length === 2 && rows
  })
  const { client, rpcUrl } = await network.start()
  const hash = await lastHash(collection.pk)
  const transaction = await client.getTransaction({ hash })
  expect(transaction.chainId).toBe(chainId)

  const { contract_address: address } = await engine.db
    .selectFrom('collections')
    .select('contract_address')
    .where('pk', '=', collection.pk)
    .executeTakeFirstOrThrow()
  const contract = address as Hex
  const uri = `https://example.com/${chain}.json`
  const action = {
    projectId: engine.project.id,
    id: randomUUID(),
    kind: 'nfts.update' as const,
    collectionPk: collection.pk,
    mintPk: minted[0]?.pk ?? null,
    work: { kind: 'update', contract, tokenId: 1, uri } as const,
  }
  await addAction(engine.db, action, Date.now())
  engine.engine.wake(collection.pk)
  await until(`updated on ${chain}`, async () => {
    const row = await engine.db.selectFrom('actions').select('status').where('id', '=', action.id).executeTakeFirst()
    return row?.status === 'succeeded'
  })
  expect(await client.readContract({ abi, address: contract, functionName: 'tokenURI', args: [1n] })).toBe(uri)

  await network.fund(holder.address, 10n ** 18n)
  const wallet = createWalletClient({ account: holder, transport: http(rpcUrl) })
  const fee = { chain: null, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
  const nonce = await client.getTransactionCount({ address: holder.address })
  const args = [holder.address, someoneElse, 1n] as const
  const signed = [
    await wallet.writeContract({
      ...fee,
      abi,
      address: contract,
      functionName: 'transferFrom',
      args,
      gas: 200_000n,
      nonce,
    }),
    await wallet.writeContract({
      ...fee,
      abi,
      address: contract,
      functionName: 'burn',
      args: [2n],
      gas: 200_000n,
      nonce: nonce + 1,
    }),
  ]
  await network.mine()
  for (const one of signed) expect((await client.getTransaction({ hash: one })).chainId).toBe(chainId)
  const reader = await engine.chains.client('practice', chain)
  expect(await reader.ownerOf(contract, 1)).toBe(someoneElse)
  expect(await reader.ownerOf(contract, 2)).toBeNull()
  // One anvil at a time is enough for this machine.
  await network.close()
})

async function create(chain: EvmChain) {
  const metadata = { name: `Names of ${chain}`, description: '', imageUrl: '', symbol: 'NAME' }
  const wish = {
    id: `on-${chain}`,
    chain,
    contractKind: 'economy',
    fungibility: 'non-fungible' as const,
    metadata,
    initial: { supplyLimit: null, payments: null },
    contractUri: '',
    reupload: false,
  }
  return engine.db.transaction().execute((tx) => addCollection(tx, engine.project.id, wish, `on-${chain}`, Date.now()))
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

async function lastHash(collectionPk: number): Promise<Hex> {
  const row = await engine.db
    .selectFrom('transactions')
    .select('tx_hash')
    .where('collection_pk', '=', collectionPk)
    .where('purpose', '=', 'mint')
    .executeTakeFirstOrThrow()
  return row.tx_hash as Hex
}
