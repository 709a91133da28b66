/** What a machine can lack while it mints: room on its disk, the practice network's program. Told in a sentence, and nothing is lost. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Core } from '../../src/core/index.ts'
import { readOwner } from '../../src/core/practice/owner-file.ts'
import { appState, importState, type Run, run } from '../../src/shared/app-api.ts'
import { type Answer, type Caller, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { innerUrl } from '../practice/inner-url.ts'
import { withSmallDisk } from './small-disk.ts'

const quick = { trial: { chains: { limits: { mintsPerBatch: 10, transactionsInFlight: 2 } }, blocks: 200 } }

const sheet = (rows: number): Uint8Array =>
  Buffer.from(
    [
      'recipient,name,image',
      ...Array.from({ length: rows }, (_, n) => `user${n}@example.com,Badge ${n} ${'x'.repeat(80)},ipfs://bafkqaaa`),
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

const send = (call: Caller, rows: number): Promise<Answer> =>
  call('POST', '/app/imports?name=badges.csv&collectionId=default-polygon', sheet(rows))

async function checked(call: Caller, answer: Answer) {
  const { id } = importState.parse(answer.json)
  return until(
    async () => importState.parse((await call('GET', `/app/imports/${id}`)).json),
    ({ state }) => state !== 'checking',
  )
}

async function startRun(call: Caller, rows: number): Promise<string> {
  const source = await checked(call, await send(call, rows))
  return run.parse((await call('POST', '/app/runs', { importId: source.id })).json).id
}

const runOf = async (call: Caller, id: string): Promise<Run> => run.parse((await call('GET', `/app/runs/${id}`)).json)
const runWhen = (call: Caller, id: string, isThere: (run: Run) => boolean) => until(() => runOf(call, id), isThere)

async function stateOfPolygon(call: Caller) {
  const { networks } = appState.parse((await call('GET', '/app/state')).json)
  return networks.find(({ chain }) => chain === 'polygon')
}

async function expectAllMinted(call: Caller, id: string, rows: number): Promise<void> {
  const done = await runWhen(call, id, ({ completedAt }) => completedAt !== null)
  expect(done).toMatchObject({ state: 'finished', notice: null, counts: { total: rows, succeeded: rows, failed: 0 } })
  // As the chain tells it: nothing twice.
  const collections = (await call('GET', '/app/collections')).json as unknown as { id: string; minted: number }[]
  expect(collections.find((collection) => collection.id === 'default-polygon')?.minted).toBe(rows)
}

/** Makes a block on Polygon's practice network, where it runs and its disk has room for one. */
const mineOnPolygon = (data: string): Promise<void> => askAnvil(data, 'anvil_mine', ['0x1'])
const givePolygon = (data: string, to: string): Promise<void> =>
  askAnvil(data, 'anvil_setBalance', [to, '0xde0b6b3a7640000'])

async function askAnvil(data: string, method: string, params: string[]): Promise<void> {
  const at = await innerUrl(data, 'polygon').catch(() => undefined)
  if (at === undefined) return
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  await fetch(at, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
    (answer) => answer.text(),
    () => undefined,
  )
}

/** A sentence with a cure, and no bowels. */
function expectSentence(text: string | null | undefined): void {
  expect(text).toMatch(/^[A-Z].{20,}\.$/)
  expect(text).not.toMatch(/SQLITE|ENOSPC|undefined|\n/)
}

describe('a full disk', () => {
  test('in the middle of a run is told; the run goes on by itself when there is room, and mints each row once', async ({
    skip,
  }) => {
    await withSmallDisk(64, skip, (disk) => {
      const data = join(disk.path, 'data')
      return withCore(
        data,
        async (core: Core) => {
          const { call } = await windowOf(core)
          const id = await startRun(call, 300)
          const makingBlocks = (isThere: (run: Run) => boolean) =>
            until(async () => {
              await mineOnPolygon(data)
              return runOf(call, id)
            }, isThere)
          await makingBlocks(({ counts }) => counts.succeeded > 0)
          // Nothing goes on before the next block, however long filling takes.
          await disk.fill(0)
          const held = await makingBlocks(({ notice }) => notice !== null)
          expectSentence(held.notice)
          expect(held.notice).toMatch(/disk is full/)
          expect(held.counts.succeeded).toBeLessThan(300)
          await disk.free()
          await makingBlocks(({ completedAt }) => completedAt !== null)
          await expectAllMinted(call, id, 300)
        },
        { trial: { ...quick.trial, blocks: 'manual' } },
      )
    })
  })

  test('that a practice network meets first, to whose record all is written, is told at once as well', async ({
    skip,
  }) => {
    await withSmallDisk(64, skip, (disk) => {
      const data = join(disk.path, 'data')
      return withCore(
        data,
        async (core: Core) => {
          const { call } = await windowOf(core)
          const id = await startRun(call, 40)
          await until(
            async () => {
              await mineOnPolygon(data)
              return runOf(call, id)
            },
            ({ counts }) => counts.succeeded > 0,
          )
          const { rpcUrl } = (await stateOfPolygon(call)) ?? {}
          if (!rpcUrl) throw new Error('the practice network does not say where it answers')
          const chain = createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: 120_000 }) })
          const stranger = privateKeyToAccount(generatePrivateKey())
          const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 0n, gas: 21_000n }
          const request = { ...fees, chainId: await chain.getChainId(), to: stranger.address, value: 0n }
          await givePolygon(data, stranger.address)
          await disk.fill(0)
          // The last page of a full disk's file has room for some. The engine may meet the full disk before the network does; the network's
          // sentence then stands in place of its own.
          const sent: Promise<unknown>[] = []
          const held = await until(
            async () => {
              const raw = await stranger.signTransaction({ ...request, nonce: sent.length })
              sent.push(chain.sendRawTransaction({ serializedTransaction: raw }))
              return runOf(call, id)
            },
            ({ notice }) => notice?.includes('practice network for Polygon') ?? false,
          )
          expectSentence(held.notice)
          expect(held.notice).toMatch(/disk is full/)
          await disk.free()
          await Promise.all(sent)
          await until(
            async () => {
              await mineOnPolygon(data)
              return runOf(call, id)
            },
            ({ completedAt }) => completedAt !== null,
          )
          await expectAllMinted(call, id, 40)
        },
        { trial: { ...quick.trial, blocks: 'manual' } },
      )
    })
  })

  test('does not keep a core from ending, nor the next one from starting when there is room again', async ({
    skip,
  }) => {
    await withSmallDisk(16, skip, async (disk) => {
      const data = join(disk.path, 'data')
      await withCore(data, async (core) => {
        await windowOf(core)
        await disk.fill(0)
      })
      await disk.free()
      await withCore(data, async (core) => {
        const { call } = await windowOf(core)
        expect((await call('GET', '/app/state')).status).toBe(200)
      })
    })
  })

  test('refuses a file, and one that fits is checked when there is room again', async ({ skip }) => {
    await withSmallDisk(16, skip, (disk) =>
      withCore(join(disk.path, 'data'), async (core: Core) => {
        const { call } = await windowOf(core)
        await disk.fill(200_000)
        const refused = await send(call, 8_000)
        expect([refused.status, refused.json.code]).toEqual([422, 'disk.full'])
        expectSentence(String(refused.json.message))
        expect(await readdir(join(disk.path, 'data/uploads'))).toHaveLength(0)

        // Room for the file, and not for its rows.
        await disk.free()
        await disk.fill(sheet(8_000).length + 300_000)
        const half = await checked(call, await send(call, 8_000))
        expect(half.state).toBe('failed')
        expectSentence(half.failure?.message)
        expect(half.failure?.message).toMatch(/disk is full/)

        await disk.free()
        const whole = await checked(call, await send(call, 8_000))
        expect(whole).toMatchObject({ state: 'checked', counts: { ready: 8_000, errors: 0 } })
        expect((await call('DELETE', `/app/imports/${half.id}`)).status).toBe(204)
      }),
    )
  })
})

describe('the practice network’s program', () => {
  test('that is missing is told, and what waits is minted when it is there again', async () => {
    await withFolder(async (folder) => {
      let id = ''
      await withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const source = await checked(call, await send(call, 20))
          const price = await call('POST', '/app/quotes', { importId: source.id })
          expect([price.status, price.json.code]).toEqual([422, 'network.unavailable'])
          expectSentence(String(price.json.message))
          expect(price.json.message).toMatch(/anvil is missing/)
          expect(await stateOfPolygon(call)).toMatchObject({ state: 'down', reason: expect.stringMatching(/missing/) })
          const made = await call('POST', '/app/runs', { importId: source.id })
          if (made.status === 200) {
            id = run.parse(made.json).id
            const held = await runWhen(call, id, ({ notice }) => notice !== null)
            expectSentence(held.notice)
            expect(held.notice).toMatch(/anvil is missing/)
          } else expectSentence(String(made.json.message))
        },
        { trial: { ...quick.trial, anvilPath: join(folder, 'no-anvil') } },
      )
      await withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          if (id === '') id = await startRun(call, 20)
          await expectAllMinted(call, id, 20)
        },
        quick,
      )
    })
  })

  test('that is killed during a run comes back, and every row is minted once', async () => {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const id = await startRun(call, 200)
          for (const least of [20, 80]) {
            await runWhen(call, id, ({ counts }) => counts.succeeded >= least)
            const anvil = async () => (await readOwner(join(folder, 'practice/polygon')))?.anvil.pid
            const killed = await anvil()
            if (killed === undefined) throw new Error('no anvil runs')
            process.kill(killed, 'SIGKILL')
            await until(anvil, (pid) => pid !== undefined && pid !== killed)
            await until(
              () => stateOfPolygon(call),
              (network) => network?.state === 'up',
            )
          }
          await expectAllMinted(call, id, 200)
        },
        quick,
      ),
    )
  })
})
