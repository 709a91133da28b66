import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Withdrawal, withdrawal, withdrawals } from '../../../src/shared/app-api.ts'
import { callerOf, windowOf, withCore, withFolder } from '../../core/trial-core.ts'
import { recipientOf } from '../../minting/open-engine.ts'

const quick = { trial: { chains: { confirmations: 1 }, blocks: 100 } }

test('a withdrawal is a person’s: no API key reads or makes one, and the same request again sends nothing more', async () => {
  await withFolder((folder) =>
    withCore(
      folder,
      async (core) => {
        const { call } = await windowOf(core)
        const { key } = (await call('POST', '/app/keys', { name: 'hostile' })).json as { key: string }
        const program = callerOf(core.url, { 'x-api-key': key })
        const to = recipientOf(5)
        const asked = { id: randomUUID(), chain: 'polygon', to, again: to, amount: '2' }
        for (const [method, path, body] of [
          ['GET', '/app/withdrawals', undefined],
          ['POST', '/app/withdrawals/check', { chain: 'polygon', to, amount: '2' }],
          ['POST', '/app/withdrawals', asked],
          ['DELETE', `/app/withdrawals/${asked.id}`, undefined],
        ] as const)
          expect((await program(method, path, body)).status, `${method} ${path}`).toBe(401)
        expect(withdrawals.parse((await call('GET', '/app/withdrawals')).json)).toEqual([])

        const made = await Promise.all([1, 2, 3].map(() => call('POST', '/app/withdrawals', asked)))
        expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
        expect(new Set(made.map(({ json }) => withdrawal.parse(json).id))).toEqual(new Set([asked.id]))
        let [now] = [] as Withdrawal[]
        do [now] = withdrawals.parse((await call('GET', '/app/withdrawals')).json)
        while (now?.completedAt === null)
        expect(now).toMatchObject({ state: 'succeeded', to: expect.stringMatching(new RegExp(to, 'i')) })
        expect(now?.sent).toMatchObject({ amount: `2${'0'.repeat(18)}`, currency: 'POL' })
        expect(withdrawals.parse((await call('GET', '/app/withdrawals')).json)).toHaveLength(1)
        expect((await call('DELETE', `/app/withdrawals/${asked.id}`)).status).toBe(409)

        // Its id names no other one, and the same again is answered by what became of it, also when there is less coin than it took.
        const other = recipientOf(6)
        for (const part of [{ to: other, again: other }, { amount: '3' }, { amount: null }, { chain: 'base' }])
          expect(await call('POST', '/app/withdrawals', { ...asked, ...part }), JSON.stringify(part)).toMatchObject({
            ...{ status: 409, json: { code: 'idempotency.conflict' } },
          })
        expect(await call('POST', '/app/withdrawals', asked)).toMatchObject({ status: 200, json: { id: asked.id } })
        const all = { ...asked, id: randomUUID(), amount: null }
        expect((await call('POST', '/app/withdrawals', all)).status).toBe(200)
        do [now] = withdrawals.parse((await call('GET', '/app/withdrawals')).json)
        while (now?.completedAt === null)
        expect(await call('POST', '/app/withdrawals', asked)).toMatchObject({ status: 200, json: { id: asked.id } })
        expect(withdrawals.parse((await call('GET', '/app/withdrawals')).json)).toHaveLength(2)
        const audit = JSON.stringify((await call('GET', '/app/audit')).json)
        expect(audit).toContain('withdrawals.create')
        expect(audit).toContain(to)
      },
      quick,
    ),
  )
})
