import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { changeFee, changeStarted, collectionShownPatch, type Money, type Project } from '../../../../shared/app-api.ts'
import { Refusal } from '../../../chains/family/outcome.ts'
import { costAtMost } from '../../../journal/caps.ts'
import { CoreError } from '../../../lib/errors.ts'
import { coinOf } from '../../../minting/runs/view.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import { acceptMetadata } from '../../resources/collections/metadata.ts'
import { requireCollection } from '../../resources/contracts.ts'
import type { AppContext, ProjectOf } from '../context.ts'

const params = z.object({ id: z.string() })

/** Length of an IPFS address. */
const usualLength = 66

/** A collection's picture, banner, description and link; only a person may change them, never an API key. */
export function collectionMetadataRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { chains } = context

  async function feeOf(project: Project, collection: CollectionRow): Promise<Money | null> {
    const { chain, state, contract_address: contract, contract_uri: uri } = collection
    // Asking for a price starts no network.
    const isUp = context.networks(project.kind).some((network) => network.chain === chain && network.state === 'up')
    if (!isUp || contract === null || state !== 'deployed') return null
    try {
      const client = await chains.client(project.kind, chain)
      // Writing the same URI again would cost less.
      const other = 'x'.repeat(uri?.length || usualLength)
      const shown = { description: '', imageUrl: '', bannerUrl: '', link: '' }
      const [call, fees] = await Promise.all([
        client.prepare({ kind: 'set-metadata', contract, uri: other, shown }, project.index),
        client.fees(),
      ])
      return coinOf(chains.networks, chain)(costAtMost(call, fees.base + fees.expected.priority))
    } catch (error) {
      // If the collection may not be changed, or the change cannot be paid for, the change itself says so.
      if (error instanceof CoreError || error instanceof Refusal) return null
      throw error
    }
  }

  return async (app) => {
    app.patch(
      '/collections/:id/metadata',
      { schema: { params, body: collectionShownPatch, response: { 200: changeStarted } } },
      async (request) => {
        const project = projectOf(request)
        const collection = requireCollection(context, project, request.params.id)
        return { actionId: await acceptMetadata(context, project, collection, request.body) }
      },
    )

    app.get('/collections/:id/metadata/fee', { schema: { params, response: { 200: changeFee } } }, async (request) => {
      const project = projectOf(request)
      return { fee: await feeOf(project, requireCollection(context, project, request.params.id)) }
    })
  }
}
