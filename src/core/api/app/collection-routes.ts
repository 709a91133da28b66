import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { collectionSummary } from '../../../shared/app-api.ts'
import { chainFacts } from '../../minting/run-view.ts'
import { settledOf } from '../../store/collection-settings.ts'
import { mintedAndPending } from '../../store/collection-summaries.ts'
import { listCollections } from '../../store/collections.ts'
import type { AppContext, ProjectOf } from './context.ts'

const metadata = z.object({ name: z.string(), description: z.string(), imageUrl: z.string(), symbol: z.string() })

/** The collections with what the window needs beyond `/api`. */
export function collectionRoutes({ db, chains }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/collections', { schema: { response: { 200: z.array(collectionSummary) } } }, async (request) => {
      const project = projectOf(request)
      const [rows, counts] = await Promise.all([listCollections(db, project.id), mintedAndPending(db, project.id)])
      return rows.map((row) => {
        const { minted = 0, pending = 0 } = counts.get(row.pk) ?? {}
        return {
          id: row.id,
          chain: row.chain,
          chainLabel: chainFacts(row.chain).chainLabel,
          metadata: metadata.parse(JSON.parse(row.metadata)),
          fungibility: row.fungibility,
          contractKind: row.contract_kind,
          contractAddress: row.contract_address,
          deployed: row.state === 'deployed',
          minted: minted + row.purchased,
          purchased: row.purchased,
          pending,
          supplyLimit: settledOf(row).supplyLimit,
          unavailable: chains.unavailable(project.kind, row.chain) ?? row.halted,
          createdAt: new Date(row.created_at).toISOString(),
        }
      })
    })
  }
}
