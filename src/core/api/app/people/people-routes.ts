import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  type Invitation,
  invitation,
  linkRequest,
  type Person,
  person,
  personName,
  personRequest,
  rolePatch,
} from '../../../../shared/app-api.ts'
import { readSetting, writeSetting } from '../../../store/installation/settings.ts'
import { ApiFault } from '../../http/faults.ts'
import { readPublicUrl } from '../../http/public-address.ts'
import type { AppContext } from '../context.ts'

/** The setting with the public address of the last link. */
const addressSetting = 'server.publicUrl'
const byName = z.object({ name: personName })

/** The people who may sign in at a server: for admins, and the command line. */
export function peopleRoutes({ people, sessions, server, db }: AppContext): FastifyPluginAsyncZod {
  /** The origin of links: the one in the request, else this server's, else the last one used. */
  async function originOf(said: string | undefined): Promise<string> {
    const known = said ?? server?.origin ?? (await readSetting(db, addressSetting, z.string()))
    if (known === undefined)
      throw new ApiFault(
        422,
        'server.publicUrl',
        'The link leads to the address that people open, which is not known yet: add --public-url https://<name>.',
      )
    const { origin } = readPublicUrl(known)
    await writeSetting(db, addressSetting, origin)
    return origin
  }
  const invited = (origin: string, { person, secret }: { person: Person; secret: string }): Invitation => ({
    person,
    // Behind the #, which browsers never send: no proxy can log it.
    link: `${origin}/#invitation=${secret}`,
  })
  async function endSessionsOf(name: string): Promise<void> {
    const id = await people.idOf(name)
    if (id !== undefined) await sessions.end({ personId: id })
  }

  return async (app) => {
    app.get('/people', { schema: { response: { 200: z.array(person) } } }, () => people.list())

    app.post('/people', { schema: { body: personRequest, response: { 200: invitation } } }, async ({ body }) => {
      const origin = await originOf(body.publicUrl)
      return invited(origin, await people.add(body.name, body.role))
    })

    app.post(
      '/people/:name/link',
      { schema: { params: byName, body: linkRequest, response: { 200: invitation } } },
      async ({ params, body }) => {
        const origin = await originOf(body.publicUrl)
        const made = await people.relink(params.name)
        // Only after the link was made: sessions that were opened until then end as well.
        await endSessionsOf(params.name)
        return invited(origin, made)
      },
    )

    app.patch(
      '/people/:name',
      { schema: { params: byName, body: rolePatch, response: { 200: person } } },
      async ({ params, body }) => {
        const changed = await people.setRole(params.name, body.role)
        const id = await people.idOf(params.name)
        if (id !== undefined) sessions.roleChanged(id)
        return changed
      },
    )

    app.delete('/people/:name', { schema: { params: byName } }, async ({ params }, reply) => {
      const id = await people.idOf(params.name)
      await people.remove(params.name)
      if (id !== undefined) await sessions.end({ personId: id })
      return reply.code(204).send()
    })
  }
}
