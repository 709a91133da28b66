import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type AuditEntry, auditPage, auditQuery, requestPage, requestQuery } from '../../../shared/app-api.ts'
import { listAudit } from '../../store/outbox/audit.ts'
import { clearRequests, listRequests } from '../../store/outbox/requests.ts'
import type { AppContext, ProjectOf } from './context.ts'
import { auditDetailShownTo } from './shown-settings.ts'

/** The log of recent API requests, and the audit log. */
export function recordRoutes({ db, requestLog }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/requests', { schema: { querystring: requestQuery, response: { 200: requestPage } } }, async (request) => {
      const rows = await listRequests(db, projectOf(request).id, request.query)
      return {
        requests: rows.map(({ pk, project_id: _project, at, ...row }) => ({ id: pk, at: iso(at), ...row })),
        next: nextOf(rows, request.query.limit),
        dropped: requestLog.dropped(),
      }
    })

    app.delete('/requests', async (request, reply) => {
      await clearRequests(db, projectOf(request).id)
      return reply.code(204).send()
    })

    app.get('/audit', { schema: { querystring: auditQuery, response: { 200: auditPage } } }, async (request) => {
      const { before, limit } = request.query
      const rows = await listAudit(db, projectOf(request).id, before, limit)
      return {
        entries: rows.map(({ pk, at, status, detail, ...row }) => ({
          id: pk,
          at: iso(at),
          ...row,
          detail: auditDetailShownTo(request.caller?.person, JSON.parse(detail) as Record<string, unknown>),
          outcome: outcomeOf(row.act, status),
        })),
        next: nextOf(rows, limit),
      }
    })
  }
}

/** Mints are logged in the transaction that takes them: there is no act without its entry, and no entry without its act. */
function outcomeOf(act: string, status: number | null): AuditEntry['outcome'] {
  if (act === 'nfts.create') return 'done'
  if (status === null) return 'unknown'
  return status < 400 ? 'done' : 'refused'
}

function nextOf(rows: readonly { pk: number }[], limit: number): string | null {
  const last = rows.at(-1)
  return rows.length === limit && last ? String(last.pk) : null
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
