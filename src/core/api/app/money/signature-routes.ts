import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { signature, signatureRequest } from '../../../../shared/app-api.ts'
import { isChainName } from '../../../../shared/chains.ts'
import { CoreError } from '../../../lib/errors.ts'
import type { AppContext, ProjectOf } from '../context.ts'

/** Signs a text with the treasury's key, where a marketplace asks for it. */
export function signatureRoutes({ chains, vault }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.post('/signatures', { schema: { body: signatureRequest, response: { 200: signature } } }, async (request) => {
      const project = projectOf(request)
      const { chain, message, passphrase } = request.body
      const unavailable = isChainName(chain) ? chains.unavailable(project.kind, chain) : ''
      if (unavailable !== null)
        throw new CoreError('signature.chain', unavailable || `There is no network ${JSON.stringify(chain)} here.`)
      const locked = chains.locked(project.kind)
      if (locked !== null) throw new CoreError('vault.locked', locked)
      const client = await chains.client(project.kind, chain)
      if (project.kind === 'live') await vault.prove(passphrase)
      return { address: client.treasury(project.index), ...(await client.signMessage(project.index, message)) }
    })
  }
}
