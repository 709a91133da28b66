import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Rates, rates, ratesRequest } from '../../../../shared/app-api.ts'
import { readSetting, writeSetting } from '../../../store/installation/settings.ts'
import type { Store } from '../../../store/sqlite/open.ts'
import type { AppContext } from '../context.ts'

const setting = 'rates'
const none: Rates = { money: 'EUR', coins: {} }

const read = async (db: Store): Promise<Rates> => (await readSetting(db, setting, rates)) ?? none

/** What coins cost in money, as a person set it. */
export function rateRoutes({ db, clock }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/rates', { schema: { response: { 200: rates } } }, () => read(db))
    app.put('/rates', { schema: { body: ratesRequest, response: { 200: rates } } }, async ({ body }) => {
      // Somebody else may be setting another one just now.
      await db.transaction().execute(async (trx) => {
        const before = await read(trx)
        const coins: Rates['coins'] = before.money === body.money ? { ...before.coins } : {}
        for (const [coin, rate] of Object.entries(body.coins))
          if (rate === null) delete coins[coin]
          else coins[coin] = { rate, setAt: new Date(clock()).toISOString() }
        await writeSetting(trx, setting, { money: body.money, coins })
      })
      return read(db)
    })
  }
}
