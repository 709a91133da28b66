import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { checkAddress } from '../../../shared/address.ts'
import { fromUnits, toUnits } from '../../../shared/amount.ts'
import { funded, fundRequest } from '../../../shared/app-api.ts'
import { chainLabel, practiceChains } from '../../../shared/chains.ts'
import { networkOf } from '../../chains/networks.ts'
import { isBusy } from '../../store/lane-work.ts'
import { ApiFault, invalidRequest } from '../faults.ts'
import type { AppContext } from './context.ts'

/** Ours, in coins: what is given where no amount is named, and the most at a time. */
const usualGift = '100'
const giftAtMost = '1000'

const byChain = z.object({ chain: z.enum(practiceChains) })

/**
 * `POST /app/practice/{chain}/reset`: the practice network begins anew. What others put there is gone; what Mintdesk made comes back by
 * itself, transaction by transaction. 409 `network.busy` while something is in flight on it.
 * `POST /app/practice/{chain}/fund`: see `fundRequest`.
 */
export function practiceRoutes({ db, resetPractice, fundPractice }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.post('/practice/:chain/reset', { schema: { params: byChain } }, async (request, reply) => {
      const { chain } = request.params
      if (await isBusy(db, 'practice', chain))
        throw new ApiFault(
          409,
          'network.busy',
          `The practice network for ${chainLabel(chain)} cannot be reset while something is minted on it: wait for its runs to end, or pause them.`,
        )
      await resetPractice(chain)
      return reply.code(204).send()
    })
    app.post(
      '/practice/:chain/fund',
      { schema: { params: byChain, body: fundRequest, response: { 200: funded } } },
      async ({ params: { chain }, body }) => {
        const { family, currency } = networkOf(chain)
        const { symbol, decimals } = currency
        const checked = checkAddress(family, body.address)
        if (!checked.ok) throw invalidRequest(checked.faults.map(({ message }) => ({ path: 'address', message })))
        const amount = toUnits(body.amount ?? usualGift, decimals)
        const most = toUnits(giftAtMost, decimals)
        if (amount === undefined || most === undefined || amount === 0n || amount > most)
          throw invalidRequest([
            {
              path: 'amount',
              message: `amount: name a number of ${symbol} above 0 and up to ${giftAtMost}, such as 0.5.`,
            },
          ])
        await fundPractice(chain, checked.address, amount)
        return { chain, address: checked.address, amount: fromUnits(amount.toString(), decimals), symbol }
      },
    )
  }
}
