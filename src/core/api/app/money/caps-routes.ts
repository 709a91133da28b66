import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { toUnits } from '../../../../shared/amount.ts'
import {
  capsRequest,
  type Project,
  type SpendingCaps,
  spendingCaps,
  spendingCapsList,
} from '../../../../shared/app-api.ts'
import { type ChainName, isChainName } from '../../../../shared/chains.ts'
import type { Currency } from '../../../chains/family/network-facts.ts'
import type { Caps } from '../../../journal/caps.ts'
import { chainFacts, coinOf } from '../../../minting/runs/view.ts'
import { chainsInUse } from '../../../store/collections/summaries.ts'
import { cappedChains, capsOf, setCaps, spentOn } from '../../../store/journal/spending.ts'
import { ApiFault, invalidRequest } from '../../http/faults.ts'
import type { AppContext, ProjectOf } from '../context.ts'

const byChain = z.object({ chain: z.string() })
/** Names in the API, and the journal's names for the same bounds. */
const fields = { perRun: 'run', perDay: 'day', inAll: 'project' } as const

/** Spending caps. Only a person may set them: none of the routes takes an API key. */
export function capsRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { db, clock } = context
  const view = async (project: Project, chain: ChainName): Promise<SpendingCaps> => {
    const coin = coinOf(context.chains.networks, chain)
    const caps = await capsOf(db, { projectId: project.id, chain })
    const client = await context.chains.client(project.kind, chain)
    const spent = await spentOn(db, { network: client.network, signer: client.treasury(project.index) }, clock())
    const orNull = (cap: bigint | null) => (cap === null ? null : coin(cap))
    return {
      ...chainFacts(chain),
      ...{ perRun: orNull(caps.run), perDay: orNull(caps.day), inAll: orNull(caps.project) },
      ...{ spentToday: coin(spent.day), spent: coin(spent.project) },
    }
  }

  return async (app) => {
    app.get('/caps', { schema: { response: { 200: spendingCapsList } } }, async (request) => {
      const project = projectOf(request)
      const chains = new Set([...(await chainsInUse(db, project.id)), ...(await cappedChains(db, project.id))])
      const shown = [...chains]
        .filter(isChainName)
        .filter((chain) => context.chains.unavailable(project.kind, chain) === null)
      return Promise.all(shown.map((chain) => view(project, chain)))
    })

    app.put(
      '/caps/:chain',
      { schema: { params: byChain, body: capsRequest, response: { 200: spendingCaps } } },
      async (request) => {
        const project = projectOf(request)
        const { chain } = request.params
        const unavailable = isChainName(chain) ? context.chains.unavailable(project.kind, chain) : ''
        if (!isChainName(chain) || unavailable !== null)
          throw new ApiFault(
            404,
            'network.notFound',
            unavailable || `There is no network ${JSON.stringify(chain)} here.`,
          )
        const spender = { projectId: project.id, chain }
        const { currency } = context.chains.networks.of(chain)
        const given: { -readonly [Kind in keyof Caps]?: Caps[Kind] } = {}
        for (const [field, kind] of Object.entries(fields) as [keyof typeof fields, keyof Caps][]) {
          const text = request.body[field]
          if (text !== undefined) given[kind] = text === null ? null : capIn(currency, field, text)
        }
        // Read in the transaction: another request may be setting another cap.
        await db.transaction().execute(async (tx) => setCaps(tx, spender, { ...(await capsOf(tx, spender)), ...given }))
        // Transactions that wait at a cap may go on now.
        context.minting.wakeChain(project.id, chain)
        return view(project, chain)
      },
    )
  }
}

/** @throws ApiFault for a text that is no amount of the coin above 0 */
function capIn({ symbol, decimals }: Currency, field: string, text: string): bigint {
  const amount = toUnits(text.trim(), decimals)
  if (amount !== undefined && amount > 0n) return amount
  throw invalidRequest([
    {
      path: field,
      message: `${JSON.stringify(text)} is no amount of ${symbol}: name a number above 0 with at most ${decimals} digits after the point, such as 0.5, or none to lift the cap.`,
    },
  ])
}
