import { expect, test } from 'vitest'
import { z } from 'zod'
import { collectionSummary, type Import, importState, quote, type Run, run } from '../../../src/shared/app-api.ts'
import { type Caller, callerOf, windowOf, withCore, withFolder } from '../../core/trial-core.ts'

const nfts = '/api/2022-06-09/collections/default-polygon/nfts'
const sheet = Buffer.from(`recipient,name,image
${Array.from({ length: 4 }, (_, n) => `user${n}@example.com,Badge ${n},ipfs://bafkqaaa`).join('\n')}
`)

async function until<T>(look: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await look()
    if (isThere(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

async function checked(call: Caller): Promise<Import> {
  const { id } = importState.parse(
    (await call('POST', '/app/imports?name=a.csv&collectionId=default-polygon', sheet)).json,
  )
  return until(
    async () => importState.parse((await call('GET', `/app/imports/${id}`)).json),
    ({ state }) => state !== 'checking',
  )
}

/** Blocks come quickly, and one confirms. */
const quick = { trial: { chains: { confirmations: 1 }, blocks: 100 } }

test('a cap is set by a person, said before the price, and neither passed nor changed with an API key', async () => {
  await withFolder((folder) =>
    withCore(
      folder,
      async (core) => {
        const { call } = await windowOf(core)
        const { key } = (await call('POST', '/app/keys', { name: 'hostile' })).json as { key: string }
        const program = callerOf(core.url, { 'x-api-key': key })
        const runNow = async (id: string): Promise<Run> => run.parse((await call('GET', `/app/runs/${id}`)).json)

        for (const perDay of ['0', '-1', 'a lot', '0.0000000000000000001'])
          expect(await call('PUT', '/app/caps/polygon', { perDay })).toMatchObject({
            status: 400,
            json: { code: 'request.invalid', message: expect.stringContaining('is no amount of POL') },
          })
        expect((await call('PUT', '/app/caps/nowhere', { perDay: '1' })).status).toBe(404)
        // Each sets one, and none undoes what another set at the same time.
        const three = [{ perRun: '3' }, { perDay: '4' }, { inAll: '5' }]
        await Promise.all(three.map((one) => call('PUT', '/app/caps/polygon', one)))
        expect((await call('PUT', '/app/caps/polygon', {})).json).toMatchObject({
          perRun: { amount: '3000000000000000000' },
          perDay: { amount: '4000000000000000000' },
          inAll: { amount: '5000000000000000000' },
        })
        await call('PUT', '/app/caps/polygon', { perRun: null, perDay: null, inAll: null })
        expect((await call('PUT', '/app/caps/polygon', { perDay: '0.000000000001' })).json).toMatchObject({
          perDay: { amount: '1000000', currency: 'POL' },
          perRun: null,
          spent: { amount: '0' },
        })
        for (const [method, body] of [
          ['PUT', { perDay: null }],
          ['GET', undefined],
        ] as const)
          expect((await program(method, method === 'PUT' ? '/app/caps/polygon' : '/app/caps', body)).status).toBe(401)

        const { id: importId } = await checked(call)
        const { cap } = quote.parse((await call('POST', '/app/quotes', { importId })).json)
        expect(cap).toMatchObject({ kind: 'day', sure: true, left: { amount: '1000000' } })
        expect(cap?.text).toMatch(/^This will stop at a spending cap: the project may spend 0\.000000000001 POL a day/)

        const accepted = await program('POST', nfts, {
          recipient: 'email:a@example.com:polygon',
          metadata: { name: 'Badge', image: 'ipfs://bafkqaaa' },
        })
        expect(accepted.status).toBe(200)
        const collection = async () => {
          const all = z.array(collectionSummary).parse((await call('GET', '/app/collections')).json)
          return all.find(({ id }) => id === 'default-polygon')
        }
        const held = await until(collection, (one) => one?.notice != null)
        expect(held).toMatchObject({ pending: 1, unavailable: null, waitsFor: { what: 'cap', missing: null } })
        expect(held?.notice).toMatch(/^Stopped at a spending cap: the project may spend 0\.000000000001 POL a day/)
        const { id } = run.parse((await call('POST', '/app/runs', { importId })).json)
        const waiting = await until(
          () => runNow(id),
          ({ waitsFor }) => waitsFor !== null,
        )
        expect(waiting).toMatchObject({ state: 'waiting', transactions: 0, waitsFor: { what: 'cap' } })
        expect(waiting.notice).toContain('an API key cannot')

        await call('PUT', '/app/caps/polygon', { perDay: null, perRun: '1' })
        const ended = await until(
          () => runNow(id),
          ({ completedAt }) => completedAt !== null,
        )
        expect(ended.counts).toMatchObject({ succeeded: 4 })
        const gone = await until(collection, (one) => one?.pending === 0)
        expect(gone).toMatchObject({ minted: 5, notice: null, waitsFor: null })
        const [now] = (await call('GET', '/app/caps')).json as unknown as {
          perRun: { amount: string }
          spentToday: { amount: string }
        }[]
        expect(now).toMatchObject({ perRun: { amount: `1${'0'.repeat(18)}` }, perDay: null })
        expect(BigInt(now?.spentToday.amount ?? 0)).toBeGreaterThanOrEqual(BigInt(ended.fee.amount))
        const audit = JSON.stringify((await call('GET', '/app/audit')).json)
        expect(audit).toContain('caps.set')
      },
      quick,
    ),
  )
})
