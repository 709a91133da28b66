import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Rates, rates, ratesRequest } from '../../../../shared/app-api.ts'
import { readSetting, writeSetting } from '../../../store/installation/settings.ts'
import type { AppContext } from '../context.ts'

const setting = 'rates'
const none: Rates = { money: 'EUR', coins: {} }

/** What coins cost in money, as a person set it. */
export function rateRoutes({ db, clock }: AppContext): FastifyPluginAsyncZod {
  const read = async (): Promise<Rates> => (await readSetting(db, setting, rates)) ?? none
  return async (app) => {
    app.get('/rates', { schema: { response: { 200: rates } } }, read)
    app.put('/rates', { schema: { body: ratesRequest, response: { 200: rates } } }, async ({ body }) => {
      const before = await read()
      const coins: Rates['coins'] = before.money === body.money ? { ...before.coins } : {}
      for (const [coin, rate] of Object.entries(body.coins))
        if (rate === null) delete coins[coin]
        else coins[coin] = { rate, setAt: new Date(clock()).toISOString() }
      await writeSetting(db, setting, { money: body.money, coins })
      return read()
    })
  }
}
