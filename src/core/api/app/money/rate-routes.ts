import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type Rates, rates, ratesRequest } from '../../../../shared/app-api.ts'
import { CoreError } from '../../../lib/errors.ts'
import { readSetting, writeSetting } from '../../../store/installation/settings.ts'
import type { Store } from '../../../store/sqlite/open.ts'
import type { AppContext } from '../context.ts'

const setting = 'rates'
const none: Rates = { money: 'EUR', coins: {} }

const read = async (db: Store): Promise<Rates> => (await readSetting(db, setting, rates)) ?? none

/** Prices of coins in money, as a person set them. */
export function rateRoutes({ db, clock, networks }: AppContext): FastifyPluginAsyncZod {
  /** A rate for a symbol that no coin has would never be used. @throws CoreError `rates.coin` */
  function requireCoin(coin: string): void {
    const coins = new Set([...networks('live'), ...networks('practice')].map(({ currency }) => currency.symbol))
    if (coins.has(coin)) return
    throw new CoreError(
      'rates.coin',
      `No network here has a coin ${JSON.stringify(coin)}: its name is one of ${[...coins].sort().join(', ')}.`,
    )
  }

  return async (app) => {
    app.get('/rates', { schema: { response: { 200: rates } } }, () => read(db))
    app.put('/rates', { schema: { body: ratesRequest, response: { 200: rates } } }, async ({ body }) => {
      for (const [coin, rate] of Object.entries(body.coins)) if (rate !== null) requireCoin(coin)
      // Read in the transaction: another request may be setting another rate.
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
