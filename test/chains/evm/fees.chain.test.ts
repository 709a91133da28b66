import { join } from 'node:path'
import { parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { compile } from '../../../scripts/contracts.mjs'
import { evmClient } from '../../../src/core/chains/evm/client.ts'
import type { EvmClientOptions } from '../../../src/core/chains/evm/client-options.ts'
import { rpcClient } from '../../../src/core/chains/evm/rpc/rpc.ts'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import { type Chain, startChain } from '../../contracts/support/chain.ts'

// Anvil's own first account.
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const gwei = 1_000_000_000n
const oracles = compile([join(import.meta.dirname, '../../contracts/sources/Oracles.sol')])
const facts = {
  projectIndex: 0,
  id: 'priced',
  name: 'Priced',
  symbol: 'P',
  contractUri: '',
  contractKind: 'economy',
  contractVersion: 1,
  supplyLimit: 0,
  sale: null,
}

function clientOf(chain: Chain, options: Partial<EvmClientOptions> = {}): ChainClient {
  const node = rpcClient(chain.url)
  return evmClient({
    chain: 'polygon',
    chainId: 31_337,
    network: 'practice:polygon',
    confirmations: 1,
    limits: {
      weightPerTransaction: 16_777_216n,
      weightInFlight: 60_000_000n,
      transactionsInFlight: 16,
      mintsPerBatch: 500,
      unsortedPerCollection: 100_000,
    },
    fees: { baseFee: true, minimumTip: 0n },
    dataFee: undefined,
    rpc: async () => node,
    account: () => account,
    busy: () => () => {},
    ...options,
  })
}

/** Puts a contract of the tests' at an address of its own. */
async function put(chain: Chain, name: string, at: string): Promise<void> {
  const artifact = oracles[name]
  if (!artifact) throw new Error(`there is no ${name}`)
  const made = await chain.deploy(artifact)
  await chain.rpc('anvil_setCode', [at, await chain.rpc('eth_getCode', [made, 'latest'])])
}

/** Signs and sends; the receipt. */
async function included(client: ChainClient, call: Awaited<ReturnType<ChainClient['prepare']>>) {
  const { expected } = await client.fees()
  const signed = await client.sign(call, 0, await client.sequence(account.address), expected)
  expect(await client.send([signed.raw])).toEqual([{ kind: 'accepted' }])
  const receipt = await vi.waitFor(
    async () => {
      const there = (await client.receipts([signed.hash])).get(signed.hash)
      if (!there) throw new Error('it was not included')
      return there
    },
    { timeout: 60_000 },
  )
  expect(receipt.ok).toBe(true)
  return receipt
}

describe('a chain with a base fee', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain()
  })
  afterAll(() => chain.close())

  test('what is signed gets into the next block at the price that was said', async () => {
    const client = clientOf(chain)
    await chain.rpc('anvil_setNextBlockBaseFeePerGas', ['0x12a05f2000'])
    const { base, expected } = await client.fees()
    expect(base).toBe(80n * gwei)
    const receipt = await included(client, await client.prepare({ kind: 'fill' }, 0))
    expect(receipt.fee).toBe(21_000n * (base + expected.priority))
  })

  test('a rehearsal that meets a contract on its way to the chain says what is then left, and is no revert', async () => {
    // The code that all collections share is not there yet.
    const empty = await chain.rpc('evm_snapshot', [])
    const node = rpcClient(chain.url)
    const late = { ...facts, id: 'late' }
    const usual = clientOf(chain)
    let asked = false
    // What is missing is read, and is there when the node is asked to make it.
    const meets = (method: string): boolean => method === 'eth_simulateV1' && !asked
    const slow = new Proxy(node, {
      get(target, name) {
        if (name !== 'request') return Reflect.get(target, name)
        return async (call: { method: string }) => {
          if (meets(call.method)) {
            asked = true
            for (
              let calls = await usual.deploymentCalls(late);
              calls.length > 0;
              calls = await usual.deploymentCalls(late)
            )
              for (const one of calls) await included(usual, one)
          }
          return Reflect.apply(target.request, target, [call])
        }
      },
    })
    const said = await clientOf(chain, { rpc: async () => slow }).rehearse(late, [{ kind: 'batch', size: 10 }])
    expect(asked).toBe(true)
    expect(said.deployment).toEqual([])
    expect(said.batches).toHaveLength(1)
    await chain.rpc('evm_revert', [empty])
  })

  test('a first collection is sent with what it builds on, and the limit of its clone is enough and not much more', async () => {
    const before = await chain.rpc('evm_snapshot', [])
    const client = clientOf(chain)
    const first = { ...facts, id: 'first' }
    const [implementation, factory, clone, ...more] = await client.deploymentCalls(first)
    if (!implementation || !factory || !clone) throw new Error('there is nothing to build on')
    expect(more).toEqual([])
    for (const call of [implementation, factory]) await included(client, call)
    const [alone, ...others] = await client.deploymentCalls(first)
    expect(others).toEqual([])
    const [limit, asked] = [Number(clone.weight), Number(alone?.weight)]
    expect(limit).toBeGreaterThan(asked)
    expect(limit).toBeLessThan(asked * 1.25)
    await included(client, clone)
    expect(await client.deploymentCalls(first)).toEqual([])
    await chain.rpc('evm_revert', [before])
  })

  test('a rehearsal says to the unit what deploying and minting then use', async () => {
    const client = clientOf(chain)
    const said = await client.rehearse(facts, [
      { kind: 'batch', size: 100 },
      { kind: 'batch', size: 100 },
    ])
    expect(said.deployment).toHaveLength(3)
    const used: bigint[] = []
    for (let calls = await client.deploymentCalls(facts); calls.length > 0; calls = await client.deploymentCalls(facts))
      for (const call of calls) used.push((await included(client, call)).used)
    const contract = client.contractAddress(facts)
    for (const place of [1, 2]) {
      const recipients = Array.from({ length: 100 }, (_, n) => `0x${String(place * 1000 + n).padStart(40, 'a')}`)
      const folder = `0x${'5a'.repeat(32)}`
      const jobId = `0x${String(place).padStart(64, 'b')}`
      const work = { kind: 'mint-batch', contract, jobId, folder, recipients, sorted: false } as const
      used.push((await included(client, await client.prepare(work, 0))).used)
    }
    const expected = [...said.deployment, ...said.batches].map(({ weight }) => weight)
    // Zero bytes of calldata cost less than others, and made-up recipients have a few.
    for (const [place, gas] of used.entries()) expect(Number(gas) / Number(expected[place])).toBeCloseTo(1, 2)
    expect((await client.rehearse(facts, [{ kind: 'batch', size: 100 }])).deployment).toEqual([])
  })

  test('on an OP-stack network the fees for data and for its operator are told, and kept back with room for a rise', async () => {
    const oracle = '0x420000000000000000000000000000000000000F'
    const client = clientOf(chain, { dataFee: 'op-stack' })
    const beside = async () => {
      const { batches } = await client.rehearse(facts, [{ kind: 'batch', size: 50 }])
      return batches[0] ?? { weight: 0n, extra: 0n, extraAtMost: 0n }
    }
    await put(chain, 'EarlyOpStackOracle', oracle)
    const early = await beside()
    // 50 recipients of 20 bytes, and the rest of a transaction: its fence alone has 192.
    expect(early.extra > 1_000n * gwei && early.extra < 1_600n * gwei).toBe(true)
    expect(early.extraAtMost).toBe(early.extra)
    await put(chain, 'OpStackOracle', oracle)
    const { weight, extra, extraAtMost } = await beside()
    const operator = (weight * gwei) / 2n + 7n * gwei
    const data = extra - operator
    expect(data > 1_000n * gwei && data < 1_600n * gwei).toBe(true)
    expect(extraAtMost - operator).toBe((data * 5n) / 4n)
    const call = await client.prepare({ kind: 'fill' }, 0)
    // Half a gwei for each gas of the limit, the rest, and a quarter more of all.
    expect(BigInt(call.extra ?? '0') > (((BigInt(call.weight) * gwei) / 2n + 47n * gwei) * 5n) / 4n).toBe(true)
    expect((await clientOf(chain).prepare({ kind: 'fill' }, 0)).extra).toBeUndefined()
  })

  test('on an Arbitrum network the gas for data is part of the weight', async () => {
    await put(chain, 'ArbitrumNodeInterface', '0x00000000000000000000000000000000000000C8')
    const weight = async (client: ChainClient) =>
      (await client.rehearse(facts, [{ kind: 'batch', size: 50 }])).batches[0]?.weight ?? 0n
    const more = Number((await weight(clientOf(chain, { dataFee: 'arbitrum' }))) - (await weight(clientOf(chain))))
    expect(more).toBeGreaterThan(10_000)
    expect(more).toBeLessThan(15_000)
  })
})

describe('a chain without a base fee', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain('--hardfork', 'berlin', '--gas-price', '3000000000')
  })
  afterAll(() => chain.close())

  test.each([true, false])(
    'takes transactions of the old type at the gas price (known to be one: %s)',
    async (known) => {
      const client = clientOf(chain, { fees: { baseFee: !known, minimumTip: 0n } })
      const { base, expected } = await client.fees()
      expect(base).toBe(0n)
      const call = await client.prepare({ kind: 'fill' }, 0)
      const { raw } = await client.sign(call, 0, 0, expected)
      expect(parseTransaction(raw)).toMatchObject({ type: 'legacy', gasPrice: expected.max, chainId: 31_337 })
      expect((await included(client, call)).fee).toBe(21_000n * expected.max)
    },
  )
})
