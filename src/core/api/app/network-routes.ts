import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  askRequest,
  customNetwork,
  foundNetwork,
  network,
  newNetwork,
  programList,
  programsRequest,
  rpcList,
  rpcListRequest,
  rpcReport,
  rpcTestRequest,
} from '../../../shared/app-api.ts'
import { proposedFacts } from '../../chains/evm/custom-network.ts'
import { CoreError } from '../../lib/errors.ts'
import { mainnetRpc, programsFrom } from '../../practice/solana/fetch-programs.ts'
import { installPrograms, programCache, programsIn } from '../../practice/solana/program-files.ts'
import type { AppContext, ProjectOf } from './context.ts'
import { networkShownTo } from './network-views.ts'

const byChain = z.object({ chain: z.string() })
const ofKind = z.object({ kind: z.enum(['practice', 'live']).optional() })

/** The networks, the RPC lists of the live ones, and the programs of Solana's practice network. */
export function networkRoutes(
  { networks, rpcs, custom, minting, dataDir, programsInstalled }: AppContext,
  projectOf: ProjectOf,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/networks', { schema: { querystring: ofKind, response: { 200: z.array(network) } } }, async (request) =>
      networks(request.query.kind ?? projectOf(request).kind).map((one) => networkShownTo(request.caller?.person, one)),
    )
    app.post(
      '/networks/ask',
      { schema: { body: askRequest, response: { 200: foundNetwork } } },
      async ({ body: { rpc } }) => {
        const found = await custom.ask(rpc)
        return { ...found, blockGas: found.blockGas.toString(), proposed: proposedFacts(found) }
      },
    )
    app.post('/networks', { schema: { body: newNetwork, response: { 201: customNetwork } } }, async (request, reply) =>
      reply.code(201).send(await custom.add(request.body)),
    )
    app.delete(
      '/networks/:chain',
      { schema: { params: byChain, response: { 204: z.null() } } },
      async (request, reply) => {
        await custom.remove(request.params.chain)
        return reply.code(204).send(null)
      },
    )
    app.get('/networks/:chain/rpcs', { schema: { params: byChain, response: { 200: rpcList } } }, (request) =>
      rpcs.list(request.params.chain),
    )
    app.put(
      '/networks/:chain/rpcs',
      { schema: { params: byChain, body: rpcListRequest, response: { 200: rpcList } } },
      (request) => rpcs.set(request.params.chain, request.body.rpcs, request.body.shown),
    )
    app.post(
      '/networks/:chain/test',
      { schema: { params: byChain, body: rpcTestRequest, response: { 200: z.array(rpcReport) } } },
      (request) => rpcs.test(request.params.chain, request.body.rpcs),
    )
    app.post(
      '/networks/solana/programs',
      { schema: { body: programsRequest, response: { 200: programList } } },
      async ({ body: { from, rpc = mainnetRpc, acceptNew = false } }) => {
        const read = from === undefined ? programsFrom(rpc) : programsIn(from)
        const installed = await installPrograms(programCache(dataDir), read, acceptNew)
        await programsInstalled()
        return installed
      },
    )
    app.post(
      '/networks/:chain/free',
      { schema: { params: byChain, response: { 204: z.null() } } },
      async (request, reply) => {
        const { chain } = request.params
        if (!minting.replaceExternalUse(projectOf(request).id, chain))
          throw new CoreError(
            'network.free',
            `No transaction of this project's fee balance that Mintdesk does not know waits in the pool of ${chain}: there is nothing to replace.`,
          )
        return reply.code(204).send(null)
      },
    )
  }
}
