import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { etherscanKeyRequest, sharedContracts, verifyContractsRequest } from '../../../shared/app-api.ts'
import type { AppContext, ProjectOf } from './context.ts'

/** Whether explorers know the source of the contracts that collections share; has it verified on request. */
export function sharedContractRoutes({ verifications }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    const answer = { response: { 200: sharedContracts } }
    app.get('/contracts', { schema: answer }, (request) => verifications.list(projectOf(request)))
    app.post('/contracts/verify', { schema: { ...answer, body: verifyContractsRequest } }, (request) =>
      verifications.start(projectOf(request), request.body.chain ?? null),
    )
    app.put('/contracts/etherscan-key', { schema: { ...answer, body: etherscanKeyRequest } }, (request) =>
      verifications.setEtherscanKey(projectOf(request), request.body.key),
    )
  }
}
