import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type ProjectWallet, projectWallets, projectWalletsQuery } from '../../../shared/app-api.ts'
import { type ListedWallet, type WalletPlace, walletList, walletsAt } from '../../store/installation/wallet-list.ts'
import { invalidRequest } from '../http/faults.ts'
import { cursorOf, readCursor } from '../http/json-cursor.ts'
import type { AppContext, ProjectOf } from './context.ts'

export function projectWalletRoutes({ db }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/wallets',
      { schema: { querystring: projectWalletsQuery, response: { 200: projectWallets } } },
      async (request) => {
        const { id } = projectOf(request)
        const { search, sort, order, cursor, limit, address } = request.query
        if (address !== undefined) return { wallets: (await walletsAt(db, id, address)).map(shown), next: null }
        const prefix = search.normalize('NFC')
        const list = JSON.stringify([id, sort, order, prefix])
        const after = cursor === undefined ? null : placeIn(cursor, list)
        const asked = { order: { by: sort, descending: order === 'desc' }, prefix, after, limit }
        const { rows, next } = await walletList(db, id, asked)
        return { wallets: rows.map(shown), next: next && cursorOf([list, next]) }
      },
    )
  }
}

function shown({ kind, user, chain, address, createdAt, nfts }: ListedWallet): ProjectWallet {
  const locator = `${kind}:${user}:${chain}`
  return { kind, user, chain, address, locator, createdAt: new Date(createdAt).toISOString(), nfts }
}

const place: z.ZodType<WalletPlace> = z.object({
  kind: z.enum(['email', 'userId']),
  user: z.string(),
  chain: z.string(),
  value: z.int(),
})
const parts = z.tuple([z.string(), place])

/** @param list the list that the cursor must belong to: in another list the same wallets have other places */
function placeIn(cursor: string, list: string): WalletPlace {
  const read = parts.safeParse(readCursor(cursor))
  if (!read.success || read.data[0] !== list)
    throw invalidRequest([
      { path: 'cursor', message: 'cursor is of another list: begin again without one, or ask with the same words.' },
    ])
  return read.data[1]
}
