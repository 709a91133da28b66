import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  handedNftQuery,
  handedNfts as handedNftsAnswer,
  handOver,
  handOverPatch,
  handOverQuote,
  handOverRowQuery,
  handOverRows,
  handOverStart,
  newHandOver,
  type Project,
} from '../../../shared/app-api.ts'
import { CoreError } from '../../lib/errors.ts'
import { handOverResults } from '../../minting/hand-overs/results.ts'
import { handedNftView, handOverRowView } from '../../minting/hand-overs/view.ts'
import { handedNfts } from '../../store/journal/hand-overs/figures.ts'
import {
  findHandOver,
  type HandOverRecord,
  listHandOvers,
  removeHandOver,
} from '../../store/journal/hand-overs/hand-overs.ts'
import { pageOfRows } from '../../store/journal/hand-overs/rows.ts'
import { requireEnterprise } from '../resources/transfers/enterprise.ts'
import type { AppContext, ProjectOf } from './context.ts'
import { uploads } from './imports/import-routes.ts'
import { attachment } from './imports/sheet-reply.ts'
import { acceptFiles, receiveFile } from './imports/upload.ts'
import { ceilingOn } from './runs/fee-ceiling.ts'

const byId = z.object({ id: z.string() })
/** Ours: as many as a page lists. */
const listed = 100
/** Ours: ten times the size of the most rows that are taken, each with an e-mail address and a wallet. */
const largestHandOver = 64 * 1024 ** 2

/** Hand-overs: NFTs that people hold move to their own wallets. Only a person may start one; the project needs *allow moving people's NFTs*. */
export function handOverRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { db, handOvers, dataDir } = context

  const own = async (project: Project, id: string): Promise<HandOverRecord> => {
    const found = await findHandOver(db, id)
    if (found?.project_id === project.id) return found
    throw new CoreError('handOver.notFound', `There is no hand-over ${JSON.stringify(id)} in this project.`)
  }
  const shown = async (project: Project, id: string) => handOvers.view(await own(project, id))
  const ceilings = (given: Readonly<Record<string, string | null>>): Record<string, string | null> =>
    Object.fromEntries(
      Object.entries(given).map(([chain, price]) => [chain, ceilingOn(chain, price)?.toString() ?? null]),
    )

  return async (app) => {
    acceptFiles(app)

    app.post('/hand-overs', { schema: { querystring: newHandOver, response: { 200: handOver } } }, async (request) => {
      const project = projectOf(request)
      requireEnterprise(project)
      const { name, collection = [] } = request.query
      const folder = join(dataDir, uploads, randomUUID())
      const file = join(folder, 'file')
      try {
        await receiveFile(request.body, file, largestHandOver)
        return await handOvers.create({ project, file, name, collections: [collection].flat() })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })

    app.get('/hand-overs', { schema: { response: { 200: z.array(handOver) } } }, async (request) => {
      const all = []
      for (const record of await listHandOvers(db, projectOf(request).id, listed))
        all.push(await handOvers.view(record))
      return all
    })

    const one = { params: byId, response: { 200: handOver } }
    app.get('/hand-overs/:id', { schema: one }, (request) => shown(projectOf(request), request.params.id))

    app.delete('/hand-overs/:id', { schema: { params: byId } }, async (request, reply) => {
      const record = await own(projectOf(request), request.params.id)
      if (record.state !== 'checked' && record.state !== 'failed')
        throw new CoreError(
          'handOver.state',
          `The hand-over "${record.name}" is not to be dropped: it was begun, or is being checked.`,
        )
      await removeHandOver(db, record.pk)
      return reply.code(204).send()
    })

    app.get('/hand-overs/:id/quote', { schema: { params: byId, response: { 200: handOverQuote } } }, async (request) =>
      handOvers.quote(await own(projectOf(request), request.params.id)),
    )

    app.post('/hand-overs/:id/start', { schema: { ...one, body: handOverStart } }, async (request) => {
      const project = projectOf(request)
      requireEnterprise(project)
      const { feeCeilings, ...agreed } = request.body
      await handOvers.start(await own(project, request.params.id), { ...agreed, feeCeilings: ceilings(feeCeilings) })
      return shown(project, request.params.id)
    })

    app.patch('/hand-overs/:id', { schema: { ...one, body: handOverPatch } }, async (request) => {
      const project = projectOf(request)
      await handOvers.setCeilings(await own(project, request.params.id), ceilings(request.body.feeCeilings))
      return shown(project, request.params.id)
    })

    for (const order of ['pause', 'resume', 'cancel', 'retry'] as const)
      app.post(`/hand-overs/:id/${order}`, { schema: one }, async (request) => {
        const project = projectOf(request)
        if (order === 'resume' || order === 'retry') requireEnterprise(project)
        await handOvers[order](await own(project, request.params.id))
        return shown(project, request.params.id)
      })

    app.get(
      '/hand-overs/:id/rows',
      { schema: { params: byId, querystring: handOverRowQuery, response: { 200: handOverRows } } },
      async (request) => {
        const { pk } = await own(projectOf(request), request.params.id)
        const { total, rows } = await pageOfRows(db, pk, request.query)
        return { total, rows: rows.map(handOverRowView) }
      },
    )

    app.get(
      '/hand-overs/:id/nfts',
      { schema: { params: byId, querystring: handedNftQuery, response: { 200: handedNftsAnswer } } },
      async (request) => {
        const project = projectOf(request)
        const { pk } = await own(project, request.params.id)
        const { state, after, limit } = request.query
        const rows = await handedNfts(db, pk, { after, limit, ...(state === 'all' ? {} : { state: [state] }) })
        return rows.map((row) => handedNftView(context.chains.networks, row, project.kind === 'practice'))
      },
    )

    app.get('/hand-overs/:id/results.csv', { schema: { params: byId } }, async (request, reply) => {
      const project = projectOf(request)
      const record = await own(project, request.params.id)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachment(record.name, 'results', 'csv'))
        .send(Readable.from(handOverResults(context, record, project.kind === 'practice'), { objectMode: false }))
    })
  }
}
