import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type Project,
  quote,
  quoteRequest,
  type Run,
  run,
  runMaking,
  runPatch,
  runRequest,
  runRowQuery,
  runRows,
  runTransactions,
  type Scope,
} from '../../../../shared/app-api.ts'
import { sheetFormats } from '../../../../shared/spreadsheet/sheet-file.ts'
import { CoreError } from '../../../lib/errors.ts'
import { requireStorageForRun } from '../../../metadata/live-storage.ts'
import { createRun } from '../../../minting/runs/create-run.ts'
import { hostedAmong } from '../../../minting/runs/hosted-metadata.ts'
import { createRunMaker } from '../../../minting/runs/maker.ts'
import { makeQuote } from '../../../minting/runs/quote.ts'
import { quoteView } from '../../../minting/runs/quote-view.ts'
import { type KeptQuote, reservedOn } from '../../../minting/runs/reserved-funds.ts'
import { coinOf, runRowView, runTransactionView, runView } from '../../../minting/runs/view.ts'
import { findCollection } from '../../../store/collections/collections.ts'
import { setFeeCeiling } from '../../../store/journal/money.ts'
import { runCounts } from '../../../store/journal/runs/run-figures.ts'
import { runMints, runTransactionRows } from '../../../store/journal/runs/run-rows.ts'
import { findRun, listRuns, type RunRecord } from '../../../store/journal/runs/runs.ts'
import { readyToMint, requireCollection } from '../../resources/contracts.ts'
import type { AppContext, ProjectOf } from '../context.ts'
import type { KeyImports } from '../imports/key-imports.ts'
import { sendSheet } from '../imports/sheet-reply.ts'
import { allowanceOf } from './allowance.ts'
import { ceilingOn } from './fee-ceiling.ts'
import { notAdded, outcomes } from './results.ts'
import { searchRows } from './search.ts'

const byId = z.object({ id: z.string() })
/** Routes that programs call, too, with a key of one of these scopes. */
const mints: { scopes: readonly Scope[] } = { scopes: ['nfts.create'] }
const reads: { scopes: readonly Scope[] } = { scopes: ['nfts.create', 'nfts.read'] }
/** Ours: as many runs, and transactions of one, as a page lists. */
const listedRuns = 100
const listedTransactions = 1_000
/** Ours: well below the time after which clients give up waiting for an answer. */
const answerWithinMs = 10_000

/** Prices, runs, their rows and results. */
export function runRoutes(
  context: AppContext,
  projectOf: ProjectOf,
  { own: ownImport }: KeyImports,
): FastifyPluginAsyncZod {
  const { db, imports, clock, runControl } = context
  /** The last prices that a person saw of an import, for the run that is made from it. */
  const quoted = new Map<string, { nfts: number; kept: KeptQuote }>()
  const maker = createRunMaker((options, progress) => createRun(context, options, progress), answerWithinMs)

  const own = async (project: Project, id: string): Promise<RunRecord> => {
    const found = await findRun(db, id)
    if (found !== undefined && found.project_id === project.id) return found
    throw new CoreError('run.notFound', `There is no run ${JSON.stringify(id)} in this project.`)
  }
  const shown = async (project: Project, id: string): Promise<Run> =>
    runView(db, await own(project, id), clock(), context.minting, context.openedAt, context.chains.networks)

  return async (app) => {
    app.post(
      '/quotes',
      { config: mints, schema: { body: quoteRequest, response: { 200: quote } } },
      async (request) => {
        const project = projectOf(request)
        const source = await imports.get(await ownImport(request, request.body.importId))
        const collection = await findCollection(db, project.id, source.options.collectionId)
        if (collection === undefined)
          throw new CoreError(
            'collection.notFound',
            `There is no collection ${source.options.collectionId}: pick another.`,
          )
        const ceiling = ceilingOn(collection.chain, request.body.feeCeiling)
        await requireStorageForRun(context.storage, project, collection, imports.readyMints(source.id))
        await imports.confirmNames(source.id)
        const client = await context.chains.client(project.kind, collection.chain)
        const { nfts } = source.counts
        const reserved = await reservedOn(db, project.id, collection.chain)
        const { compressed } = request.body
        const price = await makeQuote({
          db,
          importId: source.id,
          nfts,
          hosted: await hostedAmong(imports.readyMints(source.id), compressed),
          project,
          collection,
          client,
          reserved,
          ceiling,
        })
        quoted.set(quoteKey(source.id, compressed), {
          nfts,
          kept: { ...price.fee, contract: (BigInt(price.contractFee) + BigInt(price.treesFee)).toString() },
        })
        return quoteView(context, { projectId: project.id, network: client.network }, price)
      },
    )

    const made = { 200: run, 202: runMaking }
    app.post('/runs', { config: mints, schema: { body: runRequest, response: made } }, async (request, reply) => {
      const project = projectOf(request)
      const { importId, skipErrors, name, compressed, nftsAtMost } = request.body
      const source = await imports.get(await ownImport(request, importId))
      const allowance = request.caller === null ? undefined : allowanceOf(request.caller, clock)
      // 0, since a repeated request gets the existing run: its mints are counted where they are taken.
      await allowance?.look(db, 0)
      const collection = requireCollection(context, project, source.options.collectionId)
      const feeCeiling = ceilingOn(collection.chain, request.body.feeCeiling)
      await requireStorageForRun(context.storage, project, collection, imports.readyMints(source.id))
      await readyToMint(context, project, collection)
      const price = quoted.get(quoteKey(importId, compressed))
      const quote = price !== undefined && price.nfts === source.counts.nfts ? price.kept : null
      const options = { project, importId, skipErrors, name, quote, feeCeiling, compressed, nftsAtMost, allowance }
      const came = await maker.make(options, source.counts.nfts)
      if (!('runId' in came)) return reply.code(202).send({ making: came })
      context.runChanged(came.runId)
      return reply.code(200).send(await shown(project, came.runId))
    })

    app.get('/runs', { config: reads, schema: { response: { 200: z.array(run) } } }, async (request) => {
      const runs: Run[] = []
      for (const record of await listRuns(db, projectOf(request).id, listedRuns))
        runs.push(await runView(db, record, clock(), context.minting, context.openedAt, context.chains.networks))
      return runs
    })

    app.get('/runs/:id', { config: reads, schema: { params: byId, response: { 200: run } } }, (request) =>
      shown(projectOf(request), request.params.id),
    )

    app.patch('/runs/:id', { schema: { params: byId, body: runPatch, response: { 200: run } } }, async (request) => {
      const project = projectOf(request)
      const record = await own(project, request.params.id)
      await setFeeCeiling(db, record.id, ceilingOn(record.chain, request.body.feeCeiling))
      context.minting.wake(record.collection_pk)
      context.runChanged(record.id)
      return shown(project, record.id)
    })

    for (const order of ['pause', 'resume', 'cancel', 'retry'] as const)
      app.post(`/runs/:id/${order}`, { schema: { params: byId, response: { 200: run } } }, async (request) => {
        const project = projectOf(request)
        const record = await own(project, request.params.id)
        if (order === 'retry')
          await readyToMint(context, project, requireCollection(context, project, record.collection_id))
        if (order === 'retry') await context.metadata.forgetLinks(record.id)
        await runControl[order](record)
        context.runChanged(record.id)
        return shown(project, record.id)
      })

    app.get(
      '/runs/:id/rows',
      { config: reads, schema: { params: byId, querystring: runRowQuery, response: { 200: runRows } } },
      async (request) => {
        const record = await own(projectOf(request), request.params.id)
        const { state, search, offset, limit } = request.query
        if (search !== undefined && search.trim() !== '')
          return await searchRows(context, record, { state, search, offset, limit })
        const counts = await runCounts(db, record)
        // Rows that are not added yet cannot be listed.
        const { entering, unentered } = record
        const pending = counts.queued + counts.prepared + counts.sent - (entering === 1 ? unentered : 0)
        const cancelled = counts.cancelled - (entering === 1 ? 0 : unentered)
        const { succeeded, failed } = counts
        const total = { all: counts.total - unentered, pending, succeeded, failed, cancelled }[state]
        const rows = await runMints(db, record, { filter: state, offset, limit })
        return { total, rows: rows.map(runRowView) }
      },
    )

    app.get(
      '/runs/:id/transactions',
      { schema: { params: byId, response: { 200: runTransactions } } },
      async (request) => {
        const record = await own(projectOf(request), request.params.id)
        const rows = await runTransactionRows(db, record.id, listedTransactions)
        return rows.map((row) => runTransactionView(row, coinOf(context.chains.networks, record.chain)))
      },
    )

    for (const format of sheetFormats)
      app.get(`/runs/:id/results.${format}`, { schema: { params: byId } }, async (request, reply) => {
        const project = projectOf(request)
        const record = await own(project, request.params.id)
        if (record.import_id === null)
          throw new CoreError(
            'run.noImport',
            `The run "${record.name}" was not made from a file, so it has no results file.`,
          )
        const records = imports.results(
          record.import_id,
          outcomes(context, record, project.kind === 'practice'),
          notAdded(record),
          record,
        )
        return sendSheet(reply, records, { name: record.name, what: 'results', format })
      })
  }
}

/** Both prices are kept, since a person may have looked at both. */
function quoteKey(importId: string, compressed: boolean): string {
  return `${importId} ${compressed}`
}
