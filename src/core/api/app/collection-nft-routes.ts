import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { mintAddress } from '../../../shared/app-api/mint-address.ts'
import { wordsOf } from '../../../shared/app-api/nft-words.ts'
import { type CollectionNft, collectionNftQuery, collectionNfts, type Project } from '../../../shared/app-api.ts'
import type { CollectionRow } from '../../store/collections/collections.ts'
import type { NftRow } from '../../store/collections/nft-rows.ts'
import { countNfts, searchPiece } from '../../store/collections/nft-search.ts'
import { listNfts, mintsByPk, nftsByTokens } from '../../store/collections/nfts.ts'
import { requireCollection } from '../resources/contracts.ts'
import { ownersOf } from '../resources/nfts/owners.ts'
import { nftView } from '../resources/nfts/view.ts'
import type { AppContext, ProjectOf } from './context.ts'

/** Ours: no person looks through more. */
const mostFound = 500

/** A collection's NFTs with what the window needs beyond `/api`: their number, the places of their pictures, and a search. */
export function collectionNftRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { db } = context

  async function shown(project: Project, collection: CollectionRow, rows: readonly NftRow[]): Promise<CollectionNft[]> {
    const owners = await ownersOf(context, project, collection, rows)
    return rows.map((row) => ({
      nft: nftView(row, collection, owners.get(row.pk), ''),
      recipient: row.recipient,
      picture: mintAddress(row.pk),
      animation: mintAddress(row.pk, 'animation'),
    }))
  }

  return async (app) => {
    app.get(
      '/collections/:id/nfts',
      {
        schema: {
          params: z.object({ id: z.string() }),
          querystring: collectionNftQuery,
          response: { 200: collectionNfts },
        },
      },
      async (request) => {
        const project = projectOf(request)
        const collection = requireCollection(context, project, request.params.id)
        const { offset, limit, search } = request.query
        const text = search.trim()
        if (text !== '') {
          const { pks, whole } = await found(context, collection.pk, text)
          const rows = await mintsByPk(db, pks.slice(offset, offset + limit))
          return { total: pks.length, whole, rows: await shown(project, collection, rows) }
        }
        const { rows } = await listNfts(db, collection.pk, { offset }, limit)
        const total = await countNfts(db, collection.pk)
        return { total, whole: true, rows: await shown(project, collection, rows) }
      },
    )
  }
}

/** Searches a collection piece by piece, so that a million NFTs block no other request; finds a token id by its index. */
async function found(
  { db }: AppContext,
  collectionPk: number,
  text: string,
): Promise<{ pks: number[]; whole: boolean }> {
  const token = /^#?(\d{1,15})$/.exec(text)?.[1]
  const named = token === undefined ? [] : await nftsByTokens(db, collectionPk, [Number(token)])
  const pks = new Set(named.map(({ pk }) => pk))
  if (text.startsWith('#')) return { pks: [...pks], whole: true }
  for (let after: number | undefined = 0; after !== undefined; ) {
    const piece = await searchPiece(db, collectionPk, text, after)
    for (const row of await mintsByPk(db, piece.pks)) {
      if (fits(row, text)) pks.add(row.pk)
      if (pks.size >= mostFound) return { pks: [...pks], whole: false }
    }
    after = piece.last
    await nextTurn()
  }
  return { pks: [...pks], whole: true }
}

/** Whether the text is in a field that a person may search for: neither in a picture's address nor in a description. */
function fits(row: NftRow, text: string): boolean {
  const metadata: unknown = row.json === null ? null : JSON.parse(row.json)
  const wanted = text.toLowerCase()
  return [row.recipient, row.address ?? '', row.id, ...wordsOf(metadata)].some((word) =>
    word.toLowerCase().includes(wanted),
  )
}
