/** A practice network whose process is killed at any moment keeps everything that it answered. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Account, Deserializer, generateSignedTransaction, RawTransaction, SimpleTransaction } from '@aptos-labs/ts-sdk'
import pino from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rawTransactionLayout, transactionHash } from '../../../src/core/chains/aptos/bcs/transaction.ts'
import { coinPayload } from '../../../src/core/chains/aptos/scripts/payloads.ts'
import { type AptosNetwork, openAptosNetwork } from '../../../src/core/practice/aptos/network.ts'
import { programFile } from '../../core/built-programs.ts'

let dir = ''
let network: AptosNetwork
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-aptos-kill-'))
  const log = pino({ level: 'silent' })
  network = openAptosNetwork({ stateDir: dir, program: programFile('aptos-node'), log, commitMs: 2 })
})
afterAll(async () => {
  await network.close()
  await rm(dir, { recursive: true, force: true })
})

function signed(sender: Account, sequence: number): Uint8Array {
  const bytes = rawTransactionLayout
    .serialize({
      ...{ sender: sender.accountAddress.toStringLong(), sequenceNumber: BigInt(sequence), chainId: 4 },
      payload: coinPayload(sender.accountAddress.toStringLong(), 1n),
      ...{ maxGasAmount: 20_000n, gasUnitPrice: 100n, expirationTimestampSecs: 4_102_444_800n },
    })
    .toBytes()
  const transaction = new SimpleTransaction(RawTransaction.deserialize(new Deserializer(bytes)))
  const senderAuthenticator = sender.signTransactionWithAuthenticator(transaction)
  return generateSignedTransaction({ transaction, senderAuthenticator })
}

const headers = { 'content-type': 'application/x.aptos.signed_transaction+bcs' }

it('after SIGKILLs every answered transaction is there, in its order; a reset begins afresh', async () => {
  const senders = Array.from({ length: 3 }, () => ({ account: Account.generate(), sent: [] as string[] }))
  for (const { account } of senders) await network.give(account.accountAddress.toStringLong(), 10n ** 12n)
  const { genesisHash } = await network.start()
  let ended = false
  const sendOn = async ({ account, sent }: (typeof senders)[number]) => {
    while (!ended) {
      const body = signed(account, sent.length)
      const { rpcUrl } = await network.start()
      const answer = await fetch(`${rpcUrl}/transactions`, { method: 'POST', headers, body: Buffer.from(body) }).catch(
        () => null,
      )
      // What was taken without an answer is told by the next one.
      const text = answer === null ? '' : await answer.text().catch(() => '')
      if (answer?.status === 202 || text.includes('SEQUENCE_NUMBER_TOO_OLD')) sent.push(transactionHash(body))
    }
  }
  const work = senders.map(sendOn)
  for (let kills = 0; kills < 5; kills += 1) {
    const enough = () => expect(Math.min(...senders.map(({ sent }) => sent.length))).toBeGreaterThan(3 * kills + 3)
    await vi.waitFor(enough, { timeout: 60_000, interval: 20 + Math.random() * 100 })
    const { pid } = network.status()
    if (pid !== null) process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(network.status().pid).not.toBe(pid), { timeout: 60_000 })
    await network.start()
  }
  ended = true
  await Promise.all(work)
  const { rpcUrl } = await network.start()
  expect((await network.start()).genesisHash).toBe(genesisHash)
  const json = async (path: string) => (await fetch(`${rpcUrl}${path}`)).json() as Promise<Record<string, unknown>>
  for (const { account, sent } of senders) {
    const newest = async () => (await json(`/transactions/by_hash/${sent.at(-1)}`)).type
    await expect.poll(newest, { timeout: 60_000 }).toBe('user_transaction')
    let last = -1
    for (const [sequence, hash] of sent.entries()) {
      const found = await json(`/transactions/by_hash/${hash}`)
      expect(found).toMatchObject({ type: 'user_transaction', sequence_number: `${sequence}`, success: true })
      expect(Number(found.version)).toBeGreaterThan(last)
      last = Number(found.version)
    }
    expect(await json(`/accounts/${account.accountAddress}`)).toMatchObject({ sequence_number: `${sent.length}` })
  }
  await network.reset()
  const fresh = await network.start()
  expect(fresh.genesisHash).not.toBe(genesisHash)
  expect(await (await fetch(fresh.rpcUrl)).json()).toMatchObject({ ledger_version: '0' })
})
