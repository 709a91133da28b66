import { z } from 'zod'
import {
  customNetwork,
  foundNetwork,
  funded,
  type fundRequest,
  network,
  type newNetwork,
  type Project,
  programList,
  type programsRequest,
  resetCounts,
  rpcList,
  rpcReport,
} from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { query, seg } from './paths.ts'

/** Live and practice networks. */
export function networkCalls({ get, send }: Caller) {
  return {
    /** Default: networks of the project's kind. */
    networks: (kind?: Project['kind']) => get(z.array(network), `/app/networks${query({ kind })}`),
    rpcs: (chain: string) => get(rpcList, `/app/networks/${seg(chain)}/rpcs`),
    /** null: the default list. @param shown the list that was edited; absent: overwrites any list */
    setRpcs: (chain: string, rpcs: string[] | null, shown?: readonly string[]) =>
      get(rpcList, `/app/networks/${seg(chain)}/rpcs`, { method: 'PUT', json: { rpcs, shown } }),
    /** Default: the RPCs of the list. */
    testRpcs: (chain: string, rpcs?: string[]) =>
      get(z.array(rpcReport), `/app/networks/${seg(chain)}/test`, { method: 'POST', json: { rpcs } }),
    /** What an RPC reports of its network. */
    askNetwork: (rpc: string, signal?: AbortSignal) =>
      get(foundNetwork, '/app/networks/ask', { method: 'POST', json: { rpc }, signal }),
    addNetwork: (request: z.input<typeof newNetwork>) =>
      get(customNetwork, '/app/networks', { method: 'POST', json: request }),
    removeNetwork: (chain: string) => send(`/app/networks/${seg(chain)}`, { method: 'DELETE' }),
    freeNetwork: (chain: string) => send(`/app/networks/${seg(chain)}/free`, { method: 'POST' }),
    installPrograms: (request: z.input<typeof programsRequest>) =>
      get(programList, '/app/networks/solana/programs', { method: 'POST', json: request }),

    /** What a reset of a practice network would remove. */
    resetCounts: (chain: string) => get(resetCounts, `/app/practice/${seg(chain)}/reset`),
    resetPractice: (chain: string) => send(`/app/practice/${seg(chain)}/reset`, { method: 'POST' }),
    fundPractice: (chain: string, request: z.input<typeof fundRequest>) =>
      get(funded, `/app/practice/${seg(chain)}/fund`, { method: 'POST', json: request }),
  }
}
