import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { chainSchema } from '../../../../shared/api-schemas/common.ts'
import { mintAddress } from '../../../../shared/app-api/mint-address.ts'
import {
  type CollectionTerms,
  collectionDetails,
  collectionSummary,
  type LocatedNft,
  locatedNft,
  mintPrices,
} from '../../../../shared/app-api.ts'
import { contractFeatures } from '../../../../shared/contract-features.ts'
import { familyOf } from '../../../../shared/families.ts'
import { CoreError } from '../../../lib/errors.ts'
import { chainFacts, coinOf, waitsForView } from '../../../minting/runs/view.ts'
import { lastChanges, settingsWanted } from '../../../store/collections/changes.ts'
import { type CollectionRow, listCollections } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { picturesOfCollection } from '../../../store/collections/pictures.ts'
import { type CollectionSettings, settledOf, shownOf } from '../../../store/collections/settings.ts'
import { mintedAndPending } from '../../../store/collections/summaries.ts'
import { type NftEvent, nftEvents } from '../../../store/journal/nft-history.ts'
import { collectionsUnderWay } from '../../../store/journal/queue-work.ts'
import type { Store } from '../../../store/sqlite/open.ts'
import { changeName } from '../../resources/actions/view.ts'
import { withSale } from '../../resources/collections/sale.ts'
import { paymentsView } from '../../resources/collections/view.ts'
import { metadataOf, requireCollection } from '../../resources/contracts.ts'
import { isBurnable } from '../../resources/nfts/burn.ts'
import { locatedNftOf } from '../../resources/nfts/located-nfts.ts'
import type { AppContext, ProjectOf } from '../context.ts'

const changesShown = 10

/** The collections with what the window needs beyond `/api`. */
export function collectionRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { db, chains } = context
  return async (app) => {
    app.get(
      '/collections/:id/settings',
      { schema: { params: z.object({ id: z.string() }), response: { 200: collectionDetails } } },
      async (request) => {
        const project = projectOf(request)
        const collection = await withSale(context, project, requireCollection(context, project, request.params.id))
        const settled = settledOf(collection)
        const wanted = await settingsWanted(db, collection, settled)
        const changes = await lastChanges(db, collection.pk, changesShown)
        return {
          ...termsOf(chains.networks, collection, settled),
          wanted: termsOf(chains.networks, collection, wanted),
          metadata: shownOf(collection, settled),
          metadataWanted: shownOf(collection, wanted),
          purchased: collection.purchased,
          currency: coinOf(chains.networks, collection.chain)(0n).currency,
          features: [...contractFeatures(collection.contract_kind)],
          changes: changes.map(({ id, work, status, error_message, started_at }) => ({
            actionId: id,
            what: changeName(work),
            status,
            error: error_message,
            startedAt: new Date(started_at).toISOString(),
          })),
        }
      },
    )

    app.post(
      '/collections/:id/resume',
      { schema: { params: z.object({ id: z.string() }), response: { 204: z.null() } } },
      async (request, reply) => {
        const { id } = request.params
        const collection = requireCollection(context, projectOf(request), id)
        if (collection.halted === null)
          throw new CoreError('collection.running', `Nothing holds the collection ${JSON.stringify(id)} up.`)
        if (collection.other_writer !== null) throw new CoreError('collection.otherWriter', collection.halted)
        await context.minting.resumeCollection(collection.pk)
        return reply.code(204).send(null)
      },
    )

    app.post(
      '/collections/:id/take-over',
      { schema: { params: z.object({ id: z.string() }), response: { 204: z.null() } } },
      async (request, reply) => {
        const { id } = request.params
        await context.minting.takeOver(requireCollection(context, projectOf(request), id).pk)
        return reply.code(204).send(null)
      },
    )

    app.get(
      '/mint-prices',
      { schema: { querystring: z.object({ chain: chainSchema }), response: { 200: mintPrices } } },
      async (request) => {
        const project = projectOf(request)
        const { chain } = request.query
        const coin = coinOf(chains.networks, chain)
        // Asking for a price starts no network.
        const isUp = context.networks(project.kind).some((network) => network.chain === chain && network.state === 'up')
        const fees = isUp ? await (await chains.client(project.kind, chain)).fees() : null
        const price = ({ weight, beside = 0 }: { weight: number; beside?: number }) =>
          fees === null ? null : coin(BigInt(weight) * (fees.base + fees.expected.priority) + BigInt(beside))
        const kinds = familyOf(chain).kinds.flatMap(({ name, choice }) =>
          choice && 'weight' in choice.perMint ? [[name, price(choice.perMint)]] : [],
        )
        return { kinds: Object.fromEntries(kinds) }
      },
    )

    app.get(
      '/nfts/:locator',
      { schema: { params: z.object({ locator: z.string() }), response: { 200: locatedNft } } },
      async (request) => {
        const project = projectOf(request)
        const { collection, row } = await locatedNftOf(context, project, request.params.locator)
        return {
          collectionId: collection.id,
          id: row.id,
          burnable: await isBurnable(context, project, collection, row),
          history: await historyOf(db, row),
        }
      },
    )

    app.get('/collections', { schema: { response: { 200: z.array(collectionSummary) } } }, async (request) => {
      const project = projectOf(request)
      const [rows, counts] = await Promise.all([listCollections(db, project.id), mintedAndPending(db, project.id)])
      const underWay = new Set(await collectionsUnderWay(db, project.id))
      const shown: z.infer<typeof collectionSummary>[] = []
      for (const row of rows) {
        const { minted = 0, pending = 0 } = counts.get(row.pk) ?? {}
        const { name, symbol } = metadataOf(row)
        const settled = settledOf(row)
        const texts = { name, symbol, ...shownOf(row, settled) }
        const pictures = texts.imageUrl === '' ? await picturesOfCollection(db, row.pk) : []
        const unavailable = chains.unavailable(project.kind, row.chain) ?? row.halted
        const waits =
          unavailable === null && underWay.has(row.pk) ? context.minting.notice(project.id, row.chain) : null
        const held = waits?.isRemark ? null : waits
        shown.push({
          id: row.id,
          chain: row.chain,
          chainLabel: chainFacts(row.chain).chainLabel,
          metadata: texts,
          pictures: pictures.map((pk) => mintAddress(pk)),
          fungibility: row.fungibility,
          contractKind: row.contract_kind,
          contractAddress: row.contract_address,
          deployed: row.state === 'deployed',
          minted: minted + row.purchased,
          purchased: row.purchased,
          pending,
          supplyLimit: settled.supplyLimit,
          unavailable,
          notice: held?.text ?? null,
          waitsFor: held && waitsForView(held, coinOf(chains.networks, row.chain)),
          halted: row.halted !== null,
          otherWriter: row.other_writer !== null,
          createdAt: new Date(row.created_at).toISOString(),
        })
      }
      return shown
    })
  }
}

/** See `collectionTerms`. */
function termsOf(
  networks: AppContext['chains']['networks'],
  collection: CollectionRow,
  { supplyLimit, payments, royalty, baseUri, transferable }: CollectionSettings,
): CollectionTerms {
  return {
    ...{ supplyLimit, baseUri, transferable },
    payments: payments && paymentsView(networks, payments, collection),
    royalties: royalty && { address: royalty.receiver, basisPoints: royalty.basisPoints },
  }
}

/** See `locatedNft`. */
async function historyOf(db: Store, row: NftRow): Promise<LocatedNft['history']> {
  if (row.template_pk !== null || row.completed_at === null) return []
  const minted: NftEvent = { what: 'minted', at: row.completed_at, txHash: row.minted_by ?? row.tx_hash }
  const events = [minted, ...(await nftEvents(db, row.pk))]
  return events.map(({ what, at, txHash }) => ({ what, at: new Date(at).toISOString(), txHash }))
}
