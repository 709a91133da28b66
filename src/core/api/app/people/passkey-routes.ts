import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { passkey, passkeyMade, passkeyOffer } from '../../../../shared/app-api.ts'
import type { Passkeys } from '../../../people/passkeys.ts'
import type { SessionPerson } from '../../../store/installation/sessions.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext } from '../context.ts'

/** The passkeys of the signed-in person. */
export function passkeyRoutes({ passkeys }: Pick<AppContext, 'passkeys'>): FastifyPluginAsyncZod {
  const answers = { response: { 200: z.array(passkey) } }
  function own({ caller }: FastifyRequest): { passkeys: Passkeys; person: SessionPerson } {
    if (passkeys !== undefined && caller?.person) return { passkeys, person: caller.person }
    throw new ApiFault(403, 'login.here', 'Passkeys are for people who sign in: nobody signs in at this computer.')
  }

  return async (app) => {
    app.get('/me/passkeys', { schema: answers }, async (request) => {
      const { passkeys, person } = own(request)
      return await passkeys.list(person.id)
    })

    app.post('/me/passkeys/options', { schema: { response: { 200: passkeyOffer } } }, async (request) => {
      const { passkeys, person } = own(request)
      return await passkeys.offer(person)
    })

    app.post('/me/passkeys', { schema: { body: passkeyMade, ...answers } }, async (request) => {
      const { passkeys, person } = own(request)
      return await passkeys.add(person.id, request.body)
    })

    app.delete(
      '/me/passkeys/:id',
      { schema: { params: z.object({ id: z.string().max(2_000) }), ...answers } },
      async (request) => {
        const { passkeys, person } = own(request)
        return await passkeys.remove(person.id, request.params.id)
      },
    )
  }
}
