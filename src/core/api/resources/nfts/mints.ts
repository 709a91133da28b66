import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { collectionParams } from '../../../../shared/api-schemas/collections.ts'
import { idempotencyHeaders } from '../../../../shared/api-schemas/common.ts'
import {
  batchAnswer,
  largestBatch,
  type MintAnswer,
  mintAnswer,
  mintBatchRequest,
  mintRequest,
  nftAnswer,
  nftParams,
} from '../../../../shared/api-schemas/nfts.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import { whoIs } from '../../http/audit.ts'
import { identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { invalidRequest } from '../../http/faults.ts'
import { baseOf } from '../../http/host.ts'
import { isBatch } from '../../http/json-body.ts'
import { refusals, security } from '../../http/openapi.ts'
import { keyedRequest } from '../../http/replay.ts'
import { accepted, answeredAsMade, checkedByHandler } from '../../http/validation.ts'
import { requireCollection } from '../contracts.ts'
import { type Read, readBatch, readMint, type WantedMint } from './mint-drafts.ts'
import { acceptMints, type MintRequests } from './minting-requests.ts'
import { takeMints } from './take-mints.ts'
import { nftView } from './view.ts'

const common = { tags: ['NFTs'], security }

/** Minting: one NFT, many, or one under the caller's own id. */
export async function mintRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  const app = plain.withTypeProvider<ZodTypeProvider>()
  const take = takeMints(context)

  type Named = FastifyRequest & { params: { collectionId: string } }
  /** Mints what `read` returns for a request, once the whole request is known to be valid. */
  const mint = async (
    request: Named,
    reply: FastifyReply,
    read: (collection: CollectionRow) => Read<WantedMint[]> | Promise<Read<WantedMint[]>>,
    options: Pick<MintRequests, 'batch' | 'shown'> = {},
  ): Promise<MintAnswer[]> => {
    const caller = callers(request)
    const { project } = caller
    const collection = requireCollection(context, project, request.params.collectionId)
    const given = accepted(await read(collection))
    const keyed = request.method === 'POST' ? keyedRequest(project.id, collection.pk, request) : undefined
    const asked = { caller, who: whoIs(request), project, collection, given, keyed, ...options }
    return await acceptMints(context, take, asked, reply)
  }

  app.post(
    '/collections/:collectionId/nfts',
    {
      ...answeredAsMade,
      config: { scopes: ['nfts.create'], takesBatch: true, ...checkedByHandler },
      schema: {
        ...common,
        operationId: 'mintNft',
        summary: 'Mint an NFT, or up to 10,000 at once',
        description:
          'A body of `{"nfts": […]}` is a batch: taken whole or, with 400 and every fault, not at all. `templateId` in place of `metadata` mints an edition of that template. Answered once it is on disk. `Idempotency-Key` makes repeats safe.',
        params: collectionParams,
        headers: idempotencyHeaders,
        body: z.union([mintRequest, mintBatchRequest]),
        response: {
          200: z.union([mintAnswer, batchAnswer]),
          ...refusals(400, 404, 409, 413, 415, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const body: unknown = request.body
      if (typeof body === 'object' && body !== null && 'nfts' in body)
        return {
          results: await mint(request, reply, (collection) => readBatch(batchItems(body), collection), { batch: true }),
        }
      return only(await mint(request, reply, (collection) => one(readMint(body, collection))))
    },
  )

  app.put(
    '/collections/:collectionId/nfts/:id',
    {
      ...answeredAsMade,
      config: { scopes: ['nfts.create'], ...checkedByHandler },
      schema: {
        ...common,
        operationId: 'putNft',
        summary: 'Mint an NFT under your own id: once, whatever happens',
        description:
          'The same id again answers the NFT as `GET` does and mints nothing: `Idempotent-Replay: true`, and `Idempotent-Mismatch` names the fields that asked for something else.',
        params: nftParams,
        body: mintRequest,
        response: { 200: z.union([nftAnswer, mintAnswer]), ...refusals(400, 404, 413, 415, 422, 503) },
      },
    },
    async (request, reply) =>
      only(
        await mint(request, reply, (collection) => one(readMint(request.body, collection, '', request.params.id)), {
          shown: (row, collection, owner) => nftView(row, collection, owner, baseOf(request)),
        }),
      ),
  )
}

function batchItems(body: object): unknown[] {
  if (!isBatch(body) || body.nfts.length === 0)
    throw invalidRequest([{ path: 'nfts', message: 'nfts must be a list of at least one NFT to mint.' }])
  if (body.nfts.length > largestBatch)
    throw invalidRequest([
      {
        path: 'nfts',
        message: `nfts holds ${body.nfts.length} NFTs, and a batch at most ${largestBatch}: send several batches.`,
      },
    ])
  return body.nfts
}

function one(read: Read<WantedMint>): Read<WantedMint[]> {
  return read.ok ? { ok: true, value: [read.value] } : read
}

function only<Item>(items: readonly Item[]): Item {
  const [item] = items
  if (item === undefined) throw new Error('a mint that was just made is not there')
  return item
}
