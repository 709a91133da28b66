import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { backupSchedule, backupsState, makeBackupRequest } from '../../../shared/app-api.ts'
import type { AppContext } from './context.ts'
import { backupsShownTo } from './shown-settings.ts'

/** Backups of the data folder: see them, make one now, set their schedule. */
export function backupRoutes({ backups }: AppContext): FastifyPluginAsyncZod {
  const answers = { response: { 200: backupsState } }
  return async (app) => {
    app.get('/backups', { schema: answers }, async ({ caller }) =>
      backupsShownTo(caller?.person, await backups.state()),
    )
    app.post('/backups', { schema: { body: makeBackupRequest, ...answers } }, (request) => backups.make(request.body))
    app.put('/backups', { schema: { body: backupSchedule, ...answers } }, (request) => backups.schedule(request.body))
    app.delete('/backups', { schema: answers }, () => backups.schedule(null))
  }
}
