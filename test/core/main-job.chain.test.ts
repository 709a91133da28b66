import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Address, createTestClient, http } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import {
  type Import,
  importState,
  quote,
  type Run,
  run,
  runRows,
  runTransactions,
  walletSearch,
} from '../../src/shared/app-api.ts'
import { address } from '../imports/fixture.ts'
import { innerUrl } from '../practice/inner-url.ts'
import { type Caller, root, windowOf, withCore, withFolder } from './trial-core.ts'

/** Small batches, so that a run of a few hundred has many. */
const small = {
  trial: { chains: { confirmations: 2, limits: { mintsPerBatch: 25, transactionsInFlight: 2 } }, blocks: 200 },
}

async function until<T>(look: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look()
    if (isThere(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

async function drop(call: Caller, name: string, bytes: Uint8Array): Promise<Import> {
  const path = `/app/imports?name=${encodeURIComponent(name)}&collectionId=default-polygon`
  const { id } = importState.parse((await call('POST', path, bytes)).json)
  return until(
    async () => importState.parse((await call('GET', `/app/imports/${id}`)).json),
    ({ state }) => state !== 'checking',
  )
}

const rowsOf = (from: number, count: number): Uint8Array =>
  Buffer.from(
    [
      'recipient,name,image',
      ...Array.from({ length: count }, (_, n) => `user${from + n}@example.com,Badge ${from + n},ipfs://bafkqaaa`),
      '',
    ].join('\n'),
  )

describe('recipients that are contracts', () => {
  test('are warned of whoever deployed them, wallets that lent themselves code are not', async () => {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const [lent, stranger, person] = [1, 2, 3].map(address) as [Address, Address, Address]
          const sheet = (...rows: Address[]): Uint8Array =>
            Buffer.from(['recipient,name,image', ...rows.map((one) => `${one},Badge,ipfs://bafkqaaa`), ''].join('\n'))
          // The network comes up for the first check.
          expect((await drop(call, 'first.csv', sheet(person))).notice).toBeUndefined()
          const anvil = createTestClient({ mode: 'anvil', transport: http(await innerUrl(folder)) })
          await anvil.setCode({ address: lent, bytecode: `0xef0100${'12'.repeat(20)}` })
          await anvil.setCode({ address: stranger, bytecode: '0x00' })
          const { counts, codes, notice } = await drop(call, 'contracts.csv', sheet(lent, stranger, person))
          expect({ notice, ...counts }).toMatchObject({ notice: undefined, ready: 3, warnings: 1, errors: 0 })
          expect(codes).toEqual([{ code: 'recipient.contract', column: 'recipient', level: 'warning', count: 1 }])
        },
        small,
      ),
    )
  })
})

const runOf = async (call: Caller, id: string): Promise<Run> => run.parse((await call('GET', `/app/runs/${id}`)).json)
const ended = (call: Caller, id: string) =>
  until(
    () => runOf(call, id),
    ({ completedAt }) => completedAt !== null,
  )

describe('the main job, as the window does it', () => {
  test('from a sample to NFTs in wallets and a results file', async () => {
    await withFolder((folder) =>
      withCore(folder, async (core) => {
        const { call, token } = await windowOf(core)
        const source = await drop(
          call,
          'event-badges.csv',
          await readFile(join(root, 'resources/samples/event-badges.csv')),
        )
        expect(source.counts).toMatchObject({ rows: 500, ready: 500, errors: 0, nfts: 500 })
        const price = quote.parse((await call('POST', '/app/quotes', { importId: source.id })).json)
        expect(price).toMatchObject({
          nfts: 500,
          practice: true,
          shortfall: { amount: '0', currency: 'POL', decimals: 18 },
        })
        expect(BigInt(price.treasury.balance.amount)).toBeGreaterThan(BigInt(price.fee.high.amount))

        const events = await listen(core, token)
        const made = run.parse((await call('POST', '/app/runs', { importId: source.id })).json)
        const done = await ended(call, made.id)
        expect(done).toMatchObject({
          state: 'finished',
          counts: { total: 500, succeeded: 500, failed: 0 },
          secondsLeft: null,
        })
        // The price that was shown is what it came to, deployment included, within a tenth.
        expect(Number(done.fee.amount) / Number(price.fee.expected.amount)).toBeCloseTo(1, 1)
        expect(done.transactions).toBe(price.transactions)
        expect(BigInt(done.fee.amount)).toBeLessThan(BigInt(price.fee.high.amount))
        await events.until((text) => text.includes('"state":"finished"'))

        const rows = runRows.parse((await call('GET', `/app/runs/${made.id}/rows?offset=499&limit=10`)).json)
        expect(rows.total).toBe(500)
        expect(rows.rows).toHaveLength(1)
        expect(rows.rows[0]).toMatchObject({ row: 501, state: 'succeeded', tokenId: '500' })
        const address = rows.rows[0]?.address ?? ''
        const found = runRows.parse(
          (await call('GET', `/app/runs/${made.id}/rows?search=${address.slice(4, 30)}`)).json,
        )
        expect(found.total).toBe(1)
        const sent = runTransactions.parse((await call('GET', `/app/runs/${made.id}/transactions`)).json)
        expect(sent.reduce((sum, { nfts }) => sum + nfts, 0)).toBe(500)

        const { meanings } = walletSearch.parse((await call('GET', `/app/wallets/search?q=${address}`)).json)
        expect(meanings[0]).toMatchObject({ kind: 'address', chain: 'polygon', count: 1 })

        const results = (await call('GET', `/app/runs/${made.id}/results.csv`)).text
        expect(
          results
            .trimEnd()
            .split('\r\n')
            .filter((line) => line.includes(',succeeded,')),
        ).toHaveLength(500)
        const again = await drop(call, 'event-badges-results.csv', Buffer.from(results))
        expect(again.counts).toMatchObject({ nfts: 0, skipped: 500 })
      }),
    )
  })

  test('that is paused goes on where it was, also after the core was closed', async () => {
    await withFolder(async (folder) => {
      let id = ''
      await withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const source = await drop(call, 'a.csv', rowsOf(0, 300))
          id = run.parse((await call('POST', '/app/runs', { importId: source.id })).json).id
          await until(
            () => runOf(call, id),
            ({ counts }) => counts.succeeded > 0,
          )
          expect((await call('POST', `/app/runs/${id}/pause`)).json).toMatchObject({ state: 'paused' })
          const paused = await until(
            () => runOf(call, id),
            ({ counts }) => counts.sent === 0,
          )
          expect(paused.counts.succeeded).toBeLessThan(300)
        },
        small,
      )
      await withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          expect(await runOf(call, id)).toMatchObject({ state: 'paused' })
          await call('POST', `/app/runs/${id}/resume`)
          await until(
            () => runOf(call, id),
            ({ counts }) => counts.sent > 0,
          )
        },
        small,
      )
      // Closed in the middle: it goes on by itself.
      await withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const done = await ended(call, id)
          expect(done).toMatchObject({ state: 'finished', counts: { total: 300, succeeded: 300 } })
          await expectMinted(call, 300)
        },
        small,
      )
    })
  })

  test('that is cancelled mints what was signed and nothing more', async () => {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const source = await drop(call, 'a.csv', rowsOf(0, 300))
          const { id } = run.parse((await call('POST', '/app/runs', { importId: source.id })).json)
          await until(
            () => runOf(call, id),
            ({ counts }) => counts.sent > 0,
          )
          expect((await call('POST', `/app/runs/${id}/cancel`)).json).toMatchObject({ state: 'cancelled' })
          const { counts } = await ended(call, id)
          expect(counts.succeeded + counts.cancelled).toBe(300)
          expect(counts.cancelled).toBeGreaterThan(0)
          await expectMinted(call, counts.succeeded)
          // What was cancelled can be minted by dropping the file again.
          const rest = await drop(call, 'a.csv', rowsOf(0, 300))
          expect(rest.counts.nfts).toBe(counts.cancelled)
          const more = run.parse((await call('POST', '/app/runs', { importId: rest.id })).json)
          expect((await ended(call, more.id)).counts.succeeded).toBe(counts.cancelled)
          await expectMinted(call, 300)
        },
        small,
      ),
    )
  })
})

async function expectMinted(call: Caller, count: number): Promise<void> {
  const collections = (await call('GET', '/app/collections')).json as unknown as { id: string; minted: number }[]
  expect(collections.find(({ id }) => id === 'default-polygon')?.minted).toBe(count)
}

async function listen(
  core: Core,
  token: string,
): Promise<{ until(isThere: (text: string) => boolean): Promise<void> }> {
  const answer = await fetch(`${core.url}/app/events`, { headers: { authorization: `Bearer ${token}` } })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async until(isThere) {
      while (!isThere(text)) text += (await reader?.read())?.value ?? ''
      await reader?.cancel()
    },
  }
}
