import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { correction, correctionRequest, type Project, type Quote, run } from '../../../../shared/app-api.ts'
import { chainNamed } from '../../../../shared/chains.ts'
import { contractLookup } from '../../../imports/contract-lookup.ts'
import { CoreError } from '../../../lib/errors.ts'
import {
  type CorrectionDeps,
  correctRow,
  type PlannedCorrection,
  planCorrection,
} from '../../../minting/runs/correct.ts'
import { makeQuote } from '../../../minting/runs/quote.ts'
import { quoteView } from '../../../minting/runs/quote-view.ts'
import { reservedOn } from '../../../minting/runs/reserved-funds.ts'
import { runView } from '../../../minting/runs/view.ts'
import { findRun, type RunRecord } from '../../../store/journal/runs/runs.ts'
import { readyToMint, requireCollection } from '../../resources/contracts.ts'
import type { AppContext, ProjectOf } from '../context.ts'

const byId = z.object({ id: z.string() })

/** Corrections of a run's failed NFTs: first a preview with the price, then the correction. */
export function correctionRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { db, clock } = context
  const depsOf = (project: Project): CorrectionDeps => ({
    db,
    clock,
    metadata: context.metadata,
    minting: context.minting,
    mediaDir: (importId) => context.imports.mediaDir(importId),
    async contractsAmong({ chain: name }, addresses) {
      const chain = chainNamed(name)
      if (chain === undefined) return []
      const lookup = contractLookup(chain, async () => {
        const client = await context.chains.client(project.kind, chain).catch(() => null)
        return (
          client &&
          (await client.contractsAmong(addresses).then(
            (found) => [...found],
            () => null,
          ))
        )
      })
      return await lookup.among(addresses)
    },
  })

  async function own(project: Project, id: string): Promise<RunRecord> {
    const record = await findRun(db, id)
    if (record?.project_id === project.id) return record
    throw new CoreError('run.notFound', `There is no run ${id}: see the list of runs.`)
  }

  async function priceOf(
    project: Project,
    record: RunRecord,
    { mint, draft }: PlannedCorrection,
  ): Promise<Quote | null> {
    if (draft === undefined) return null
    const collection = requireCollection(context, project, record.collection_id)
    const uri = draft.metadata !== null && 'uri' in draft.metadata ? draft.metadata.uri : ''
    const client = await context.chains.client(project.kind, record.chain)
    const price = await makeQuote({
      db,
      importId: record.import_id ?? '',
      nfts: 1,
      hosted: { mints: uri === '' ? 0 : 1, of: 1, uri, distinct: 1, accounts: mint.compressed === 1 ? 0 : 1 },
      project,
      collection,
      client,
      reserved: await reservedOn(db, project.id, record.chain),
      ceiling: record.fee_ceiling === null ? null : BigInt(record.fee_ceiling),
    })
    return quoteView(context, { projectId: project.id, network: client.network }, price)
  }

  return async (app) => {
    app.post(
      '/runs/:id/corrections/check',
      { schema: { params: byId, body: correctionRequest, response: { 200: correction } } },
      async (request) => {
        const project = projectOf(request)
        const record = await own(project, request.params.id)
        await context.metadata.forgetLinks(record.id)
        const planned = await planCorrection(depsOf(project), record, request.body)
        const { mint, before, after, findings, draft } = planned
        return {
          row: mint.row ?? 0,
          nftId: mint.id,
          error: mint.error_message ?? 'It failed, and no reason is known.',
          before,
          after: { ...after, ...(draft === undefined ? {} : { recipient: draft.recipient }) },
          findings,
          price: await priceOf(project, record, planned),
        }
      },
    )

    app.post(
      '/runs/:id/corrections',
      { schema: { params: byId, body: correctionRequest, response: { 200: run } } },
      async (request) => {
        const project = projectOf(request)
        const record = await own(project, request.params.id)
        await readyToMint(context, project, requireCollection(context, project, record.collection_id))
        await correctRow(depsOf(project), record, request.body)
        context.runChanged(record.id)
        return await runView(
          db,
          await own(project, record.id),
          clock(),
          context.minting,
          context.openedAt,
          context.chains.networks,
        )
      },
    )
  }
}
