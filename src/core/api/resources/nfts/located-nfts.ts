import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { actionAnswer } from '../../../../shared/api-schemas/actions.ts'
import { locatorParams, nftUpdateRequest } from '../../../../shared/api-schemas/nfts.ts'
import type { Project } from '../../../../shared/app-api.ts'
import { familyOf } from '../../../../shared/families.ts'
import { type CollectionRow, collectionByPk, findContract } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { nftByAddress, nftsByTokens } from '../../../store/collections/nfts.ts'
import { identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { invalidRequest, notFound } from '../../http/faults.ts'
import { refusals, security } from '../../http/openapi.ts'
import { checkedByHandler } from '../../http/validation.ts'
import { acceptedAction } from './nfts.ts'
import { acceptUpdate, readUpdate } from './updates.ts'

/** NFTs by their place on chain; alpha. */
export async function locatedNftRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  plain.withTypeProvider<ZodTypeProvider>().patch(
    '/nfts/:locator',
    {
      config: { scopes: ['nfts.update'], ...checkedByHandler },
      schema: {
        tags: ['NFTs'],
        security,
        operationId: 'updateLocatedNft',
        summary: 'Replace the metadata of an NFT that is named by its locator',
        description:
          'As the update under the collection, for `<chain>:<contract>:<tokenId>`, on Solana and Aptos `<chain>:<address of the token>`.',
        params: locatorParams,
        body: nftUpdateRequest,
        response: { 200: actionAnswer, ...refusals(400, 404, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const { collection, row } = await locatedNftOf(context, project, request.params.locator)
      const id = await acceptUpdate(context, project, collection, row, readUpdate(request.body, collection))
      return await acceptedAction(context, request, project, id, collection, row)
    },
  )
}

/** An NFT of the project by `<chain>:<contract>:<tokenId>`, on Solana and Aptos `<chain>:<address of the token>`. @throws ApiFault 400, 404 */
export async function locatedNftOf(
  { db }: Pick<CoreContext, 'db'>,
  project: Project,
  locator: string,
): Promise<{ collection: CollectionRow; row: NftRow }> {
  const [, where = '', address = ''] = /^([^:]+):([^:]+)$/.exec(locator) ?? []
  if (familyOf(where).tokenAddress?.test(address)) {
    const row = await nftByAddress(db, project.id, where, address)
    if (row === undefined) throw notFound('nft', locator)
    return { collection: await collectionByPk(db, row.collection_pk), row }
  }
  const [, chain, contract, tokenId] = /^([^:]+):([^:]+):(\d{1,78})$/.exec(locator) ?? []
  if (chain === undefined || contract === undefined)
    throw invalidRequest([
      {
        path: 'locator',
        message: 'The locator must be <chain>:<contract>:<tokenId>, solana:<mintHash> or aptos:<tokenAddress>.',
      },
    ])
  const collection = await findContract(db, project.id, chain, contract)
  // Token ids of our contracts are never larger.
  const token = Number(tokenId)
  const [row] = collection && Number.isSafeInteger(token) ? await nftsByTokens(db, collection.pk, [token]) : []
  if (!collection || !row) throw notFound('nft', locator)
  return { collection, row }
}
