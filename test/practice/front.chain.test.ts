import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'
import type { PracticeNetwork } from '../../src/core/practice/types.ts'
import { post, rpc } from './raw-rpc.ts'

let dir: string
let network: PracticeNetwork
let url: string
const account = privateKeyToAccount(generatePrivateKey())

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-front-'))
  const log = pino({ level: 'silent' })
  network = openPracticeNetwork({ chain: 'polygon', chainId: 137, stateDir: dir, log, blocks: 'manual' })
  url = (await network.start()).rpcUrl
  await network.give(account.address, 10n ** 18n)
})
afterAll(async () => {
  await network?.close()
  await rm(dir, { recursive: true, force: true })
})

const signed = (nonce: number) =>
  account.signTransaction({
    ...{ type: 'eip1559', chainId: 137, nonce, gas: 21_000n, to: account.address },
    ...{ maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: 1n },
  })
const chainId = { jsonrpc: '2.0', id: 'a', method: 'eth_chainId', params: [] }

describe('the front of a practice network', () => {
  it.each([
    ...['anvil_mine', 'anvil_setBalance', 'anvil_reorg', 'anvil_dumpState', 'anvil_loadState', 'anvil_setRpcUrl'],
    ...['evm_mine', 'evm_revert', 'hardhat_setCode', 'debug_traceTransaction', 'txpool_content', 'ots_getApiLevel'],
    ...[
      'eth_sendTransaction',
      'eth_sign',
      'eth_signTypedData_v4',
      'personal_sign',
      'eth_accounts',
      'eth_sendUnsignedTransaction',
    ],
    ...['wallet_sendTransaction', 'eth_sendRawTransactionSync', 'ETH_CHAINID', 'constructor', ''],
  ])('refuses %s and does nothing of it', async (method) => {
    const before = await rpc(url, 'eth_getBlockByNumber', 'latest', false)
    expect(await rpc(url, method, '0x1')).toMatchObject({ id: 7, error: { code: -32601 } })
    expect(await rpc(url, 'eth_getBlockByNumber', 'latest', false)).toEqual(before)
  })

  it('answers what a public node does', async () => {
    expect(await rpc(url, 'eth_chainId')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x89' })
    for (const [method, ...params] of [
      ['eth_call', { to: account.address }, 'latest'],
      ['eth_estimateGas', { to: account.address }],
      ['eth_getLogs', { fromBlock: '0x0' }],
      ['eth_feeHistory', '0x1', 'latest', [50]],
      ['eth_simulateV1', { blockStateCalls: [{ calls: [{ to: account.address }] }] }, 'latest'],
      ['eth_getProof', account.address, [], 'latest'],
    ] as const)
      expect(await rpc(url, method, ...params), method).toHaveProperty('result')
    const { result: filter } = await rpc(url, 'eth_newBlockFilter')
    const number = await network.mine()
    const { result: seen } = await rpc(url, 'eth_getFilterChanges', filter)
    expect(seen).toEqual([(await (await network.start()).client.getBlock({ blockNumber: BigInt(number) })).hash])
  })

  it('answers a batch call by call: reads, a transaction, what is refused, and nothing for a notification', async () => {
    const batch = [
      chainId,
      { jsonrpc: '2.0', id: 'b', method: 'anvil_mine', params: [] },
      { jsonrpc: '2.0', id: 'c', method: 'eth_sendRawTransaction', params: [await signed(0)] },
      { jsonrpc: '2.0', method: 'eth_blockNumber' },
      { jsonrpc: '2.0', id: 'a', method: 'eth_blockNumber' },
      { jsonrpc: '2.0', id: 'd', method: 'eth_sendRawTransaction', params: ['0x1234'] },
      { jsonrpc: '2.0', id: 'e', method: 'eth_sendRawTransaction', params: { 0: await signed(1) } },
    ]
    const answers = JSON.parse((await post(url, JSON.stringify(batch))).text)
    expect(answers).toMatchObject([
      { id: 'a', result: '0x89' },
      { id: 'b', error: { code: -32601 } },
      { id: 'c', result: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      { id: 'a', result: expect.stringMatching(/^0x/) },
      { id: 'd', error: { code: expect.any(Number) } },
      { id: 'e', error: { code: -32602 } },
    ])
    const reads = JSON.parse((await post(url, JSON.stringify([chainId, { ...chainId, id: 9 }]))).text)
    expect(reads).toEqual([chainId, { id: 9 }].map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x89' })))
    await network.mine()
    expect(await rpc(url, 'eth_getTransactionCount', account.address, 'latest')).toMatchObject({ result: '0x1' })
  })

  it.each(['', '{', '[]', '7', 'null', '[1]', '{"id":1}', '{"method":7}', '[[]]'])(
    'says what is wrong with the body %s',
    async (body) => {
      const { status, text } = await post(url, body)
      expect(status).toBe(200)
      expect(JSON.parse(text)).toMatchObject({
        id: null,
        error: { code: expect.any(Number), message: expect.stringMatching(/\w/) },
      })
    },
  )

  it('answers no web page, whatever it names as its Host, and wallets that are extensions', async () => {
    const { port } = new URL(url)
    const body = JSON.stringify(chainId)
    const pages: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:8545' },
      { origin: `http://localhost:${port}` },
      { origin: 'null' },
      { host: 'evil.example' },
      { host: `evil.example:${port}` },
      { host: `127.0.0.1.evil.example:${port}` },
    ]
    for (const headers of pages)
      expect(await post(url, body, headers), JSON.stringify(headers)).toMatchObject({
        status: 403,
      })
    const programs: Record<string, string>[] = [
      { host: `localhost:${port}` },
      { origin: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn' },
    ]
    for (const headers of programs) expect(await post(url, body, headers)).toMatchObject({ status: 200 })
    expect(await post(url, '', {}, 'GET')).toMatchObject({ status: 405 })
    expect(
      await post(url, '', { origin: 'https://evil.example', 'access-control-request-method': 'POST' }, 'OPTIONS'),
    ).toMatchObject({ status: 403 })
  })

  it('takes a body of some megabytes, and no more than that', async () => {
    const call = (bytes: number) =>
      JSON.stringify({
        ...chainId,
        method: 'eth_call',
        params: [{ to: account.address, data: `0x${'00'.repeat(bytes)}` }, 'latest'],
      })
    expect(JSON.parse((await post(url, call(1_500_000))).text)).toHaveProperty('id', 'a')
    expect(await post(url, call(9_000_000)).catch(({ code }: { code: string }) => code)).toSatisfy(
      (answer: unknown) =>
        answer === 'ECONNRESET' || answer === 'EPIPE' || (answer as { status: number }).status === 413,
    )
    const many = JSON.stringify(Array.from({ length: 1_001 }, () => chainId))
    expect(JSON.parse((await post(url, many)).text)).toMatchObject({
      error: { message: expect.stringContaining('1000 calls') },
    })
  })

  it('has anvil on another port, which it tells nobody', async () => {
    const log = JSON.stringify([network.status(), await rpc(url, 'web3_clientVersion')])
    const inner = (await network.start()).client.transport.url
    expect(inner).not.toBe(url)
    expect(log).not.toContain(new URL(inner ?? '').port)
  })
})
