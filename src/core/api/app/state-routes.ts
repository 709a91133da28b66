import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { appState, type Project, type SignedIn, type Treasury, treasuryAddress } from '../../../shared/app-api.ts'
import { isChainName } from '../../../shared/chains.ts'
import { coinOf } from '../../minting/runs/view.ts'
import { chainsInUse } from '../../store/collections/summaries.ts'
import { listProjects } from '../../store/installation/projects.ts'
import type { AppContext, ProjectOf } from './context.ts'
import { isAskedInPassing, networkShownTo } from './network-views.ts'

/** Ours: with a slow network the window shows its frame without the balance rather than wait longer. */
const balancePatience = 1_000

/** The data for the window's frame. */
export function stateRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/state', { schema: { response: { 200: appState } } }, async (request) => {
      const current = projectOf(request)
      return {
        version: context.version,
        dataDir: context.dataDir,
        person: signedInOf(request),
        isServer: context.server !== undefined,
        project: current,
        projects: await listProjects(context.db),
        networks: context.networks(current.kind).map((one) => networkShownTo(request.caller?.person, one)),
        treasuries: await treasuries(context, current),
      }
    })
    app.get('/treasury', { schema: { response: { 200: treasuryAddress } } }, async (request) => {
      const { kind, index } = projectOf(request)
      // Any EVM network will do: the treasury's address is the same on all of them.
      if (context.chains.unavailable(kind, 'polygon') !== null || context.chains.locked(kind) !== null)
        return { address: null }
      return { address: (await context.chains.client(kind, 'polygon')).treasury(index) }
    })
  }
}

function signedInOf({ caller }: FastifyRequest): SignedIn | null {
  return caller?.person ? { name: caller.person.name, role: caller.person.role } : null
}

/** The treasury on each chain in use whose network is not idle, with its balance if that arrives in time. */
async function treasuries({ chains, db, networks }: AppContext, project: Project): Promise<Treasury[]> {
  const seen = new Map(networks(project.kind).map((network) => [network.chain, network]))
  const found = await Promise.all(
    (await chainsInUse(db, project.id)).map(async (chain) => {
      const network = seen.get(chain)
      if (!isChainName(chain) || network === undefined) return []
      const asked = isAskedInPassing(network)
      // A chain whose network is down or starting is in use all the same; asking an idle practice network would start it.
      if (!asked && network.state === 'idle') return []
      try {
        const client = await chains.client(project.kind, chain)
        const address = client.treasury(project.index)
        const balanceNow = async () => await (await chains.reader(project.kind, chain)).balance(address)
        const balance = asked ? await within(balancePatience, balanceNow()).catch(() => null) : null
        const coin = coinOf(chains.networks, chain)(balance ?? 0n)
        return [{ chain, address, balance: balance === null ? { ...coin, amount: null } : coin }]
      } catch {
        // The network's own entry reports that it is down.
        return []
      }
    }),
  )
  return found.flat()
}

async function within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds)
  })
  try {
    return await Promise.race([value, late])
  } finally {
    clearTimeout(timer)
  }
}
