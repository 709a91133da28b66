import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { importState, quote, recoveryState, run, runTransactions } from '../../src/shared/app-api.ts'
import { correctedRun } from '../core/corrected-run.ts'
import { type Caller, removeDatabase, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { aptosAddress } from '../minting/aptos-address.ts'
import { api } from '../solana/open-api.ts'

const sheet = (count: number): Buffer =>
  Buffer.from(
    [
      'recipient,name,image',
      ...Array.from({ length: count }, (_, n) => `aptos:${aptosAddress(n)},Badge ${n},ipfs://bafkqaaa`),
      '',
    ].join('\n'),
  )

async function until<T>(look: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look()
    if (isThere(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

/** Drops the spreadsheet, asks for the price, presses, and waits for the end. */
async function mintAll(call: Caller, count: number) {
  const made = await call('POST', '/app/imports?name=badges.csv&collectionId=default-aptos', sheet(count))
  const { id: importId } = importState.parse(made.json)
  const checked = await until(
    async () => importState.parse((await call('GET', `/app/imports/${importId}`)).json),
    ({ state }) => state !== 'checking',
  )
  expect(checked.counts).toMatchObject({ rows: count, errors: 0 })
  const priced = await call('POST', '/app/quotes', { importId })
  expect([priced.status, priced.json.message]).toEqual([200, undefined])
  const price = quote.parse(priced.json)
  const { id } = run.parse((await call('POST', '/app/runs', { importId })).json)
  const done = await until(
    async () => run.parse((await call('GET', `/app/runs/${id}`)).json),
    ({ completedAt, state }) => completedAt !== null || state === 'paused',
  )
  return { price, done }
}

/** How many of the default collection each of these wallets holds, as the network's indexer tells it. */
async function heldBy(core: Core, ordinals: readonly number[]): Promise<number[]> {
  const call = await api(core)
  return Promise.all(
    ordinals.map(async (ordinal) => {
      const { json } = await call('GET', `/api/2022-06-09/wallets/aptos:${aptosAddress(ordinal)}/nfts`)
      return (json as unknown as unknown[]).length
    }),
  )
}

describe('a spreadsheet on Aptos', () => {
  it('is minted thirty to a transaction, each row once, for about the price that was quoted', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const { call } = await windowOf(core)
        const { price, done } = await mintAll(call, 100)
        expect(done).toMatchObject({ state: 'finished', counts: { total: 100, succeeded: 100, failed: 0 } })
        // Four of mints, and the collection's.
        expect(done.transactions).toBe(5)
        expect(price.transactions).toBe(5)
        expect(Number(done.fee.amount) / Number(price.fee.expected.amount)).toBeCloseTo(1, 1)
        expect(BigInt(done.fee.amount)).toBeLessThanOrEqual(BigInt(price.fee.expected.amount))
        const sent = runTransactions.parse((await call('GET', `/app/runs/${done.id}/transactions`)).json)
        expect(sent.map(({ nfts }) => nfts).sort((a, b) => a - b)).toEqual([0, 10, 30, 30, 30])
        expect(await heldBy(core, [0, 29, 30, 99])).toEqual([1, 1, 1, 1])
      }),
    )
  })

  it('has a failed NFT given to somebody else, which is minted once, and whose first failure stays in its history', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const [good, wrong, right] = [aptosAddress(0), aptosAddress(1), aptosAddress(2)]
        await correctedRun((await windowOf(core)).call, { chain: 'aptos', good, wrong, right })
        expect(await heldBy(core, [0, 1, 2])).toEqual([1, 0, 1])
      }),
    )
  })

  it('is minted once, although the database is an older copy', async () => {
    await withFolder(async (folder) => {
      const older = join(folder, 'older.db')
      await withCore(folder, async (core) => {
        await mintAll((await windowOf(core)).call, 5)
      })
      const opened = new SqliteDatabase(join(folder, 'mintdesk.db'))
      opened.exec(`vacuum into '${older}'`)
      opened.close()
      await withCore(folder, async (core) => {
        await mintAll((await windowOf(core)).call, 35)
      })
      await removeDatabase(folder)
      await copyFile(older, join(folder, 'mintdesk.db'))
      await withCore(folder, async (core) => {
        const { call } = await windowOf(core)
        const { done } = await mintAll(call, 35)
        // Thirty are there that this database does not know: a person looks first.
        expect(done).toMatchObject({ state: 'paused', notice: expect.stringContaining('holds 30 NFTs') })
        await call('POST', `/app/runs/${done.id}/resume`)
        const resumed = await until(
          async () => run.parse((await call('GET', `/app/runs/${done.id}`)).json),
          ({ completedAt }) => completedAt !== null,
        )
        expect(resumed.counts).toMatchObject({ failed: 0 })
        expect(await heldBy(core, [0, 4, 5, 34])).toEqual([1, 1, 1, 1])
      })
    })
  })

  it('mints nothing twice after the database was lost and recovered, and of a longer file the new rows alone', async () => {
    await withFolder(async (folder) => {
      await withCore(folder, async (core) => {
        await mintAll((await windowOf(core)).call, 4)
      })
      await removeDatabase(folder)
      await withCore(folder, async (core) => {
        const { call } = await windowOf(core)
        await call('POST', '/app/recovery', {})
        const recovered = await until(
          async () => recoveryState.parse((await call('GET', '/app/recovery')).json),
          ({ state }) => state !== 'running',
        )
        expect(recovered.found).toMatchObject([{ collectionId: 'default-aptos', minted: 4, entered: 4, remark: null }])
        expect((await mintAll(call, 6)).done).toMatchObject({ state: 'finished', counts: { total: 6, succeeded: 6 } })
        expect(await heldBy(core, [0, 1, 2, 3, 4, 5])).toEqual(Array(6).fill(1))
      })
    })
  })
})
