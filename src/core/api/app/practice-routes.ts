import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toUnits } from '../../../shared/amount.ts'
import { chainOf } from '../../../shared/api-schemas/common.ts'
import { funded, fundRequest, resetCounts } from '../../../shared/app-api.ts'
import { practiceChains } from '../../../shared/chains.ts'
import { familyOf } from '../../../shared/families.ts'
import { coinOf } from '../../minting/runs/view.ts'
import { countForReset } from '../../store/installation/practice-reset.ts'
import { ApiFault, invalidRequest } from '../http/faults.ts'
import type { AppContext, ProjectOf } from './context.ts'

/** Ours, in coins: the amount without one in the request, and the most at a time. */
const usualGift = '100'
const giftAtMost = '1000'

const params = z.object({ chain: chainOf(practiceChains) })

/**
 * `GET /app/practice/{chain}/reset`: what would be removed. `POST`: removes it, and the network begins afresh.
 * `POST /app/practice/{chain}/fund`: see `fundRequest`.
 */
export function practiceRoutes(
  { db, chains: { networks }, resetPractice, fundPractice }: AppContext,
  projectOf: ProjectOf,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/practice/:chain/reset', { schema: { params, response: { 200: resetCounts } } }, (request) =>
      countForReset(db, request.params.chain),
    )
    app.post('/practice/:chain/reset', { schema: { params } }, async (request, reply) => {
      if (projectOf(request).kind === 'live')
        throw new ApiFault(
          409,
          'network.live',
          'This project is live, and live networks cannot be reset: choose a practice project.',
        )
      await resetPractice(request.params.chain)
      return reply.code(204).send()
    })
    app.post(
      '/practice/:chain/fund',
      { schema: { params, body: fundRequest, response: { 200: funded } } },
      async ({ params: { chain }, body }) => {
        const { symbol, decimals } = networks.of(chain).currency
        const checked = familyOf(chain).checkAddress(body.address)
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
        return { chain, address: checked.address, given: coinOf(networks, chain)(amount) }
      },
    )
  }
}
