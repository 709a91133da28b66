/** What is found out of an EVM network by asking it, and what is refused; the networks are anvils. */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askNetwork } from '../../../src/core/chains/evm/ask-network.ts'
import { customFacts, proposedFacts } from '../../../src/core/chains/evm/custom-network.ts'
import { readFacts } from '../../../src/core/chains/evm/read-custom.ts'
import { nowhere } from '../../faults/nowhere.ts'
import { type FaultProxy, openProxy } from '../../faults/proxy.ts'
import { type PlayedNetwork, playNetwork } from '../../live/played-network.ts'

const chainId = 7_012_345
let modern: PlayedNetwork
let legacy: PlayedNetwork
let proxy: FaultProxy
let page: Server

beforeAll(async () => {
  ;[modern, legacy, proxy] = await Promise.all([
    playNetwork(chainId, 1),
    playNetwork(chainId + 1, 1, ['--hardfork', 'berlin']),
    openProxy(),
  ])
  page = createServer((_request, response) => response.end('<html>A page</html>'))
  await new Promise<void>((listening) => page.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  page.close()
  await Promise.all([modern.close(), legacy.close(), proxy.close()])
})

const ask = (url: string, practice: readonly string[] = []) => askNetwork(url, async () => new Set(practice))

it('finds out what a network is, and proposes the rest', async () => {
  await modern.client.mine({ blocks: 3, interval: 1 })
  const found = await ask(modern.url)
  expect(found).toMatchObject({ chainId, baseFee: true, multicall: false, dataFee: null, safe: true, finalized: true })
  expect(found.blockGas).toBe(30_000_000n)
  expect(found.blockMs).toBeGreaterThanOrEqual(250)
  expect(proposedFacts(found)).toMatchObject({ name: `chain-${chainId}`, symbol: 'ETH', gasCap: 15_000_000 })
  expect(customFacts.parse(readFacts(found, {}))).toMatchObject({ chainId, explorer: null })
})

it('finds Multicall3 and the oracle of the OP stack where they are', async () => {
  const code = '0x00'
  await modern.client.setCode({ address: '0xcA11bde05977b3631167028862bE2a173976CA11', bytecode: code })
  await modern.client.setCode({ address: '0x420000000000000000000000000000000000000F', bytecode: code })
  expect(await ask(modern.url)).toMatchObject({ multicall: true, dataFee: 'op-stack' })
})

it('finds that Arbitrum’s node answers for its data fee', async () => {
  proxy.target = legacy.url
  const words = [1n, 2n, 3n].map((word) => word.toString(16).padStart(64, '0')).join('')
  proxy.fate = ({ method, params }) =>
    method === 'eth_call' && JSON.stringify(params).toLowerCase().includes('00000000000000000000000000000000000000c8')
      ? { answer: () => `0x${words}` }
      : 'pass'
  const found = await ask(proxy.url)
  proxy.heal()
  expect(found.dataFee).toBe('arbitrum')
  expect(proposedFacts(found)).toMatchObject({ confirmations: 20 })
})

it('finds that a network has no base fee', async () => {
  expect(await ask(legacy.url)).toMatchObject({ chainId: chainId + 1, baseFee: false })
})

it('refuses an RPC that says another id when it is asked again', async () => {
  let asked = 0
  proxy.target = modern.url
  proxy.fate = ({ method }) => (method === 'eth_chainId' ? { answer: (id) => (asked++ === 0 ? id : '0x1') } : 'pass')
  await expect(ask(proxy.url)).rejects.toThrow(
    /It answers for the chain with id 1; This network has 7012345\. Name another/,
  )
  proxy.heal()
})

it('refuses an RPC without eth_getLogs', async () => {
  proxy.target = modern.url
  proxy.fate = ({ method }) =>
    method === 'eth_getLogs' ? { code: -32601, message: 'the method eth_getLogs does not exist' } : 'pass'
  await expect(ask(proxy.url)).rejects.toThrow(/does not answer eth_getLogs.*name an RPC of this network that does/)
  proxy.heal()
})

it('refuses a network whose blocks are too small for a contract', async () => {
  proxy.target = modern.url
  proxy.fate = ({ method }) =>
    method === 'eth_getBlockByNumber' ? { answer: (block) => ({ ...Object(block), gasLimit: '0x4c4b40' }) } : 'pass'
  await expect(ask(proxy.url)).rejects.toThrow(/holds 5000000 gas/)
  proxy.heal()
})

it('refuses a network without the deterministic deployer, with the cure', async () => {
  proxy.target = modern.url
  proxy.fate = ({ method, params }) =>
    method === 'eth_getCode' &&
    JSON.stringify(params).toLowerCase().includes('4e59b44847b379578588920ca78fbf26c0b4956c')
      ? { answer: () => '0x' }
      : 'pass'
  await expect(ask(proxy.url)).rejects.toThrow(
    /lacks the deterministic deployer .*: have it deployed .*another network/,
  )
  proxy.heal()
})

it('refuses a practice network', async () => {
  const { hash } = await modern.client.getBlock({ blockNumber: 0n })
  await expect(ask(modern.url, [hash])).rejects.toThrow(/It is a practice network of Mintdesk/)
})

it('says so where nothing answers, and where something else does', async () => {
  await expect(ask(`${nowhere}/v2/0123456789abcdef`)).rejects.toThrow(/…cdef does not answer \(nothing answers there\)/)
  const { port } = page.address() as AddressInfo
  await expect(ask(`http://127.0.0.1:${port}`)).rejects.toThrow(/answers, but not as an EVM network does/)
})
