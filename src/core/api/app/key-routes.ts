import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type ApiKey, apiKey, createdKey, keyPatch, keyRequest, keyState, scopes } from '../../../shared/app-api.ts'
import { keyMintsOn } from '../../store/installation/key-mints.ts'
import { listKeys, revokeKey, type StoredKey, updateKey } from '../../store/installation/keys.ts'
import { createApiKey } from '../http/api-keys.ts'
import { ApiFault } from '../http/faults.ts'
import { dayOf } from '../http/limits.ts'
import type { AppContext, ProjectOf } from './context.ts'

/** The project's API keys; only the answer that creates a key contains it. */
export function keyRoutes({ db, clock }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/keys', { schema: { response: { 200: z.array(apiKey) } } }, async (request) =>
      (await listKeys(db, projectOf(request).id)).map(view),
    )

    // What the key that a program sends allows.
    app.get('/key', { config: { scopes }, schema: { response: { 200: keyState } } }, async ({ caller }) => {
      if (!caller?.key)
        throw new ApiFault(404, 'key.missing', 'The header X-API-KEY is missing, so there is no key to tell of.')
      const { id, name, mintsPerDay } = caller.key
      const mintedToday = mintsPerDay === null ? null : await keyMintsOn(db, id, dayOf(clock()))
      return { project: caller.project, name, scopes: [...caller.scopes], mintsPerDay, mintedToday }
    })

    app.post('/keys', { schema: { body: keyRequest, response: { 200: createdKey } } }, async (request) => {
      const { stored, key } = await createApiKey(db, projectOf(request), request.body, clock())
      return { ...view(stored), key }
    })

    app.patch(
      '/keys/:id',
      { schema: { params: z.object({ id: z.string() }), body: keyPatch, response: { 200: apiKey } } },
      async (request) => {
        const { id } = request.params
        const changed = await updateKey(db, projectOf(request).id, id, request.body)
        if (!changed) throw new ApiFault(404, 'key.notFound', `There is no key ${JSON.stringify(id)} in this project.`)
        return view(changed)
      },
    )

    app.delete('/keys/:id', { schema: { params: z.object({ id: z.string() }) } }, async (request, reply) => {
      const { id } = request.params
      if (!(await revokeKey(db, projectOf(request).id, id, clock())))
        throw new ApiFault(404, 'key.notFound', `There is no key ${JSON.stringify(id)} in this project.`)
      return reply.code(204).send()
    })
  }
}

function view({
  id,
  name,
  hint,
  scopes,
  createdAt,
  lastUsedAt,
  revokedAt,
  requestsPerMinute,
  mintsPerDay,
}: StoredKey): ApiKey {
  const time = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
  return {
    id,
    name,
    hint,
    scopes,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: time(lastUsedAt),
    revokedAt: time(revokedAt),
    requestsPerMinute,
    mintsPerDay,
  }
}
