import { type Address, encodeFunctionData, getAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokensClient } from '../../src/core/chains/evm/contracts/token-reads.ts'
import { rpcClient } from '../../src/core/chains/evm/rpc/rpc.ts'
import { compileTestSource } from '../contracts/support/bench.ts'
import { type Chain, startChain } from '../contracts/support/chain.ts'

const holder = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
const biggest = (2n ** 256n - 1n).toString()

let chain: Chain
let single: Address
let copies: Address
let hostile: Address
const artifact = compileTestSource('Foreign.sol')

beforeAll(async () => {
  chain = await startChain()
  single = await chain.deploy(artifact('Foreign721'))
  copies = await chain.deploy(artifact('Foreign1155'), ['https://strangers.example/{id}.json'])
  hostile = await chain.deploy(artifact('Hostile721'))
  await send('Foreign721', single, 'mint', [holder, 7n, 'ipfs://seven'])
  await send('Foreign721', single, 'mint', [chain.accounts[0], 8n, ''])
  await send('Foreign1155', copies, 'mint', [holder, BigInt(biggest), 3n])
})
afterAll(() => chain.close())

async function send(name: string, to: Address, functionName: string, args: readonly unknown[]): Promise<void> {
  const data = encodeFunctionData({ abi: artifact(name).abi, functionName, args })
  expect(await chain.send({ from: chain.accounts[0], to, data })).toMatchObject({ ok: true })
}

it('says what an address holds of any contract, whatever that is, with one hostile among them', async () => {
  const tokens = tokensClient(async () => rpcClient(chain.url))
  const nobody = '0x00000000000000000000000000000000000000aa'
  const asked = [
    { contract: single, tokenId: '7' },
    { contract: single, tokenId: '7', standard: 'erc-721' as const },
    { contract: hostile, tokenId: '1', standard: 'erc-721' as const },
    { contract: single, tokenId: '8' },
    { contract: single, tokenId: '9' },
    { contract: copies, tokenId: biggest },
    { contract: copies, tokenId: '2' },
    { contract: nobody, tokenId: '1' },
    { contract: chain.accounts[1], tokenId: '1' },
  ]
  expect(await tokens.held(holder, asked)).toEqual([
    { standard: 'erc-721', quantity: 1n },
    { standard: 'erc-721', quantity: 1n },
    { standard: 'erc-721', quantity: 0n },
    { standard: 'erc-721', quantity: 0n },
    { standard: 'erc-721', quantity: 0n },
    { standard: 'erc-1155', quantity: 3n },
    { standard: 'erc-1155', quantity: 0n },
    { standard: null, quantity: 0n },
    { standard: null, quantity: 0n },
  ])
  expect(
    await tokens.uris([
      { contract: single, tokenId: '7', standard: 'erc-721' },
      { contract: single, tokenId: '9', standard: 'erc-721' },
      { contract: copies, tokenId: '2', standard: 'erc-1155' },
      { contract: nobody, tokenId: '2', standard: 'erc-1155' },
    ]),
  ).toEqual(['ipfs://seven', null, 'https://strangers.example/{id}.json', null])
  expect(await tokens.names([single, copies, nobody])).toEqual(['Strangers', null, null])
})

it('takes a network that does not answer for that, and not for an empty wallet', async () => {
  const tokens = tokensClient(async () => rpcClient('http://127.0.0.1:9', 2_000))
  await expect(tokens.held(holder, [{ contract: single, tokenId: '7' }])).rejects.toThrow()
  await expect(
    tokens.held(holder, [
      { contract: single, tokenId: '7' },
      { contract: single, tokenId: '8' },
    ]),
  ).rejects.toThrow()
})
