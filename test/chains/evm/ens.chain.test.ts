import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensNames } from '../../../src/core/chains/evm/ens.ts'
import { rpcClient } from '../../../src/core/chains/evm/rpc/rpc.ts'
import { offChainAsker } from '../../../src/core/metadata/ask-off-chain.ts'
import { importState, quote, walletSearch } from '../../../src/shared/app-api.ts'
import { withCore, withFolder } from '../../core/trial-core.ts'
import { collectionOn, liveProject, until } from '../../live/live-job.ts'
import { type PlayedNetwork, playNetwork } from '../../live/played-network.ts'
import { addressAnswer, type PlayedEns, playEns } from './universal-resolver.ts'

const to = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [ada, bob, cyd, dan] = [to('a'), to('b'), to('c'), to('d')]
/** ENSIP-11: of chain 8453. */
const baseCoin = 2_147_492_101n
let ens: PlayedEns
let base: PlayedNetwork
let server: Server
let port: number
/** What the off-chain server is asked, and answers. */
const off = { asked: [] as string[], status: 200, body: '' }

beforeAll(async () => {
  ens = await playEns()
  base = await playNetwork(84_532)
  server = createServer((request, response) => {
    off.asked.push(`${request.method} ${request.url}`)
    response.writeHead(off.status, { 'content-type': 'application/json' }).end(off.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  port = (server.address() as AddressInfo).port
  await ens.record('ada.eth', ada)
  await ens.record('bob.base.eth', bob, baseCoin)
  await ens.record('bob.base.eth', cyd)
  await ens.record('safe.eth', dan)
  await ens.client.setCode({ address: dan, bytecode: '0x60006000' })
  await ens.reverting('broken.eth')
  await ens.server('off.eth', `http://127.0.0.1:${port}/{sender}/{data}.json`)
  await ens.server('post.eth', `http://127.0.0.1:${port}/`)
})
afterAll(async () => {
  server.close()
  await ens.close()
  await base.close()
})

function names(chainId: number, allowed = true, url = ens.url) {
  const asker = offChainAsker({ allowedHosts: allowed ? [{ host: '127.0.0.1', port: undefined }] : [] })
  const rpc = rpcClient(url)
  return ensNames({
    chainId,
    label: chainId === 1 ? 'Ethereum' : 'Base',
    ethereum: async () => rpc,
    askOffChain: asker.ask,
  })
}

describe('names of ENS', () => {
  it('stand for the record of the chain that is minted on, or for Ethereum’s, with a word of it, unless a contract is there', async () => {
    expect(await names(1).resolve(['ada.eth', 'Ada.ETH', 'safe.eth', 'bob.base.eth'])).toEqual([
      { kind: 'address', address: ada, remarks: [] },
      { kind: 'address', address: ada, remarks: [] },
      { kind: 'address', address: dan, remarks: [] },
      { kind: 'address', address: cyd, remarks: [] },
    ])
    expect(await names(8453).resolve(['ada.eth', 'bob.base.eth', 'safe.eth'])).toEqual([
      { kind: 'address', address: ada, remarks: ['ada.eth names no address for Base; this is the one for Ethereum.'] },
      { kind: 'address', address: bob, remarks: [] },
      { kind: 'none', why: expect.stringContaining(`for Ethereum alone, ${dan}, where a contract is`) },
    ])
  })

  it('are nobody’s where there is no record, or the resolver refuses, or the name is none', async () => {
    const answers = await names(1).resolve(['nobody.eth', 'broken.eth', 'ni\u200dck.eth', 'раураl.eth', 'a..eth'])
    expect(answers.map(({ kind }) => kind)).toEqual(['none', 'none', 'none', 'none', 'none'])
    expect(answers[2]).toMatchObject({ why: expect.stringMatching(/is no name that ENS takes .*by hand/) })
  })

  it('with letters of another alphabet are said to look like others', async () => {
    await ens.record('ада.eth', ada)
    expect((await names(1).resolve(['ада.eth']))[0]).toMatchObject({
      remarks: [expect.stringContaining('others may look like them')],
    })
  })

  it('whose records are off chain are asked for at the server that their resolver names, by GET and by POST', async () => {
    Object.assign(off, { asked: [], status: 200, body: JSON.stringify({ data: addressAnswer(bob) }) })
    expect(await names(1).resolve(['off.eth'])).toEqual([{ kind: 'address', address: bob, remarks: [] }])
    expect(await names(1).resolve(['post.eth'])).toEqual([{ kind: 'address', address: bob, remarks: [] }])
    expect(off.asked).toEqual([expect.stringMatching(/^GET \/0xeeee.*\/0x3b3b57de[0-9a-f]{64}\.json$/), 'POST /'])
  })

  it('are unknown, not nobody’s, where that server fails, says too much or is not open to all, or the network fails', async () => {
    const unknown = { kind: 'unknown', why: expect.any(String) }
    Object.assign(off, { asked: [], status: 500, body: '' })
    expect(await names(1).resolve(['off.eth'])).toEqual([unknown])
    Object.assign(off, { status: 200, body: 'x'.repeat(100_000) })
    expect(await names(1).resolve(['off.eth'])).toEqual([unknown])
    off.asked = []
    expect(await names(1, false).resolve(['off.eth'])).toEqual([unknown])
    expect(off.asked).toEqual([])
    expect(await names(1, true, 'http://127.0.0.1:9').resolve(['ada.eth'])).toEqual([unknown])
  })
})

describe('a live project', () => {
  it('looks names up when a file is checked, and again before the price and before a run that nobody asked a price for', async () => {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          await call('PUT', '/app/networks/ethereum/rpcs', { rpcs: [ens.url] })
          await call('PUT', '/app/networks/base-sepolia/rpcs', { rpcs: [base.url] })
          await collectionOn(call, 'tickets', 'base-sepolia')
          await ens.record('shop.eth', ada)
          const path = '/app/imports?name=a.csv&collectionId=tickets'
          const sheet = Buffer.from('recipient,metadata_uri\nshop.eth,https://example.com/1.json\n')
          const { id } = importState.parse((await call('POST', path, sheet)).json)
          const checked = await until(
            async () => importState.parse((await call('GET', `/app/imports/${id}`)).json),
            ({ state }) => state !== 'checking',
          )
          expect([checked.counts.ready, checked.codes]).toMatchObject([
            1,
            [{ code: 'recipient.resolved', level: 'warning', count: 1 }],
          ])
          const price = () => call('POST', '/app/quotes', { importId: id })
          await ens.record('shop.eth', bob)
          for (const refused of [await price(), await call('POST', '/app/runs', { importId: id, skipErrors: false })]) {
            expect(refused.json).toMatchObject({
              code: 'import.names',
              message: expect.stringContaining(`shop.eth was ${ada}, and is ${bob} now`),
            })
            expect(refused.status).toBeLessThan(500)
          }
          await ens.record('shop.eth', ada)
          const search = async (q: string) => walletSearch.parse((await call('GET', `/app/wallets/search?q=${q}`)).json)
          const found = await search('shop.eth')
          expect(found.meanings).toContainEqual(
            expect.objectContaining({
              locator: `base-sepolia:${ada}`,
              description: 'shop.eth on Base Sepolia',
            }),
          )
          expect((await search('nobody.eth')).message).toContain('nobody.eth leads to no address')
          expect(quote.parse((await price()).json).nfts).toBe(1)
        },
        { env: { MINTDESK_LIVE_SEED: `${'abandon '.repeat(23)}art` } },
      ),
    )
  })
})
