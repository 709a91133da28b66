/** What a node answered is there at its next start, and comes to the same. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ledgerFile, openAptosNode } from '../../../src/core/practice/aptos/node.ts'
import { post } from '../raw-rpc.ts'
import { type NodeUnderTest, nodeUnderTest } from './node-under-test.ts'

let one: NodeUnderTest
beforeEach(async () => {
  one = await nodeUnderTest('manual')
})
afterEach(() => one.close())

const get = async (path: string): Promise<unknown> => (await fetch(`${one.url}${path}`)).json()

it('comes to the same again: ledger, state, and what waited', async () => {
  const creator = await one.funded()
  const send = async (name: string, sequence: number) => {
    const transaction = await one.aptos.createCollectionTransaction({
      ...{ creator, name, description: '', uri: 'ipfs://c' },
      options: { accountSequenceNumber: sequence, maxGasAmount: 20_000, gasUnitPrice: 100 },
    })
    return one.aptos.signAndSubmitTransaction({ signer: creator, transaction })
  }
  await send('A', 0)
  expect(one.node.commit()).toBe(1)
  const waiting = await send('B', 1)
  const before = await Promise.all([get('/transactions?start=0'), get(`/accounts/${creator.accountAddress}`), get('')])
  const genesis = one.node.genesis
  await one.restart()
  expect(one.node.genesis).toBe(genesis)
  expect(
    await Promise.all([get('/transactions?start=0'), get(`/accounts/${creator.accountAddress}`), get('')]),
  ).toEqual(before)
  expect(await one.aptos.getTransactionByHash({ transactionHash: waiting.hash })).toMatchObject({
    type: 'pending_transaction',
  })
  expect(one.node.commit()).toBe(1)
  expect(await one.aptos.getTransactionByHash({ transactionHash: waiting.hash })).toMatchObject({ success: true })
})

it('says at each start that it goes on, block by block', async () => {
  await one.funded()
  await one.funded()
  await one.node.close()
  let pieces = 0
  const goesOn = () => {
    pieces += 1
  }
  const again = await openAptosNode({ dir: one.dir, port: 0, commitMs: 'manual', goesOn })
  await again.close()
  // The first block, and one for each gift.
  expect(pieces).toBe(3)
  await one.restart()
})

it('does not start where its record is not what it wrote', async () => {
  await one.funded()
  await one.node.close()
  const db = new Database(join(one.dir, ledgerFile))
  db.prepare("UPDATE versions SET root = '0x00' WHERE kind = 'gift'").run()
  db.close()
  await expect(one.restart()).rejects.toThrow('does not come to the same again')
  one = await nodeUnderTest('manual')
})

it('answers programs of this computer alone, and bodies of a bounded length', async () => {
  const ask = (headers: Record<string, string>, method = 'GET', body = '') => post(one.url, body, headers, method)
  expect((await ask({})).status).toBe(200)
  expect((await ask({ host: 'evil.example' })).status).toBe(403)
  expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask({ origin: 'chrome-extension://abc' })).status).toBe(200)
  expect((await ask({}, 'DELETE')).status).toBe(405)
  expect(JSON.parse((await post(`${one.url}/nowhere`, '', {}, 'GET')).text)).toMatchObject({
    error_code: 'web_framework_error',
  })
  expect((await post(`${one.url}/transactions`, 'x')).status).toBe(415)
  expect((await post(`${one.url}/accounts/%zz`, '', {}, 'GET')).status).toBe(400)
  // Who sends too much may be cut off before it reads why.
  const tooLong = await ask({}, 'POST', 'x'.repeat(2_000_000)).catch(({ code }: { code: string }) => code)
  expect(['ECONNRESET', 'EPIPE', 413]).toContain(typeof tooLong === 'string' ? tooLong : tooLong.status)
})
