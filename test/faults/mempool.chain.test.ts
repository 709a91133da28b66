/** Somebody who sees every transaction of the treasury while it waits, and has transactions of his own included before it. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeFunctionData, type Hex, parseEther, parseTransaction, sliceHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { encodeTransfer, signatureFor } from '../../src/core/chains/evm/transfers.ts'
import { evmNetworkOf } from '../../src/core/chains/networks.ts'
import type { AnvilClient } from '../../src/core/practice/rpc.ts'
import { collectionByPk } from '../../src/core/store/collections.ts'
import { type OpenEngine, openEngine, recipientOf, runFinished } from '../minting/open-engine.ts'
import { expectTruth } from '../minting/truth.ts'

const { chainId } = evmNetworkOf('polygon')
const adversary = privateKeyToAccount(generatePrivateKey())

let dir: string
let engine: OpenEngine
let anvil: AnvilClient
let treasury: Hex
let ticking = true
let blocks: Promise<void>
let nonce = 0
/** The collection in which the adversary holds token 1; null until then. */
let contract: Hex | null = null
const seen = new Set<string>()
const permissions: Hex[] = []
const mints: Hex[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-mempool-'))
  engine = await openEngine({
    dir,
    blockMs: 'manual',
    timing: { groupMs: 20, pollMs: 30 },
    override: { faucet: false, confirmations: 3, limits: { mintsPerBatch: 4 } },
  })
  const network = engine.practice?.network('polygon')
  if (!network) throw new Error('no practice network')
  anvil = (await network.start()).client
  const client = await engine.chains.client('practice', 'polygon')
  treasury = client.treasury(0) as Hex
  const sendOwn = client.send.bind(client)
  Object.assign(client, {
    // All of them, each before a block may hold it: which of them a look at the pool shows would be luck.
    async send(raws: readonly Hex[]) {
      if (contract) for (const raw of raws) await goesBefore(raw, contract)
      return await sendOwn(raws)
    },
  })
  await anvil.setBalance({ address: treasury, value: parseEther('1000') })
  await anvil.setBalance({ address: adversary.address, value: parseEther('1000') })
  blocks = makeBlocks()
})
afterAll(async () => {
  ticking = false
  await blocks
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

async function makeBlocks(): Promise<void> {
  while (ticking) {
    await anvil.mine({ blocks: 1 })
    await delay(30)
  }
}

/** What he sends for a transaction of the treasury that he sees. */
async function goesBefore(raw: Hex, to: Hex): Promise<void> {
  const { data = '0x', to: called } = parseTransaction(raw)
  if (seen.has(raw) || called?.toLowerCase() !== to.toLowerCase()) return
  seen.add(raw)
  permissions.push(await send(to, await permissionAs(sliceHex(data, 4, 36), to)))
  mints.push(await send(to, data))
  const approval = [treasury, seen.size % 2 === 0] as const
  await send(to, encodeFunctionData({ abi: collection721.abi, functionName: 'setApprovalForAll', args: approval }))
}

/** His own token goes to himself, under the id of a job that waits. */
async function permissionAs(jobId: Hex, to: Hex): Promise<Hex> {
  const holder = adversary.address
  const place = { kind: 'transfer', by: 'treasury', jobId, contract: to, tokenId: '1', standard: 'erc-721' } as const
  const work = { ...place, quantity: '1', holder, owner: { kind: 'userId', user: 'adversary' }, to: holder } as const
  return encodeTransfer(work, await signatureFor(work, chainId, () => adversary))
}

/** Pays far more than the treasury does, so that it comes first. */
async function send(to: Hex, data: Hex): Promise<Hex> {
  const fee = parseEther('0.000001')
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
  const serializedTransaction = await adversary.signTransaction({
    ...{ to, data, nonce: nonce++, chainId, gas: 500_000n, type: 'eip1559' },
    ...fees,
  })
  return anvil.sendRawTransaction({ serializedTransaction })
}

async function outcomes(hashes: readonly Hex[]): Promise<Set<string>> {
  const receipts = await Promise.all(
    hashes.map((hash) => anvil.waitForTransactionReceipt({ hash, pollingInterval: 30 })),
  )
  return new Set(receipts.map(({ status }) => status))
}

it('his permissions, approvals and copies of our calls: nothing is lost, minted twice or halted', async () => {
  const first = await engine.addRun(1, { id: 'a'.repeat(64), recipient: () => adversary.address })
  await runFinished(engine, first)
  contract = (await collectionByPk(engine.db, engine.collectionPk)).contract_address as Hex
  const run = await engine.addRun(48, { id: 'b'.repeat(64), recipient: (n) => recipientOf(n) })
  await runFinished(engine, run)
  expect(seen.size, 'he saw each batch before a block had it').toBeGreaterThanOrEqual(12)
  expect(await outcomes(permissions)).toEqual(new Set(['success']))
  expect(await outcomes(mints)).toEqual(new Set(['reverted']))
  expect((await collectionByPk(engine.db, engine.collectionPk)).halted).toBeNull()
  const failed = await engine.db
    .selectFrom('transactions')
    .select('pk')
    .where('state', 'in', ['failed', 'dead'])
    .execute()
  expect(failed, 'none of ours failed for what he did').toEqual([])
  await expectTruth(engine, 49)
})
