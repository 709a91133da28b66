import { z } from 'zod'
import { clusterOfGenesis } from '../networks.ts'
import { type SolanaRpc, SolanaRpcError } from './rpc.ts'

/** The cluster that an RPC must serve. */
export interface ExpectedCluster {
  label: string
  /** Solana's own name of the cluster. */
  cluster: string
  /** Base58. */
  genesis: string
  /** Genesis hashes of the practice networks. */
  practiceGenesis(): Promise<ReadonlySet<string>>
}

/**
 * Whether an RPC serves the expected cluster, by its genesis hash.
 * @returns null if it does; else a sentence for the person
 * @throws any error of the call to the RPC
 */
export async function wrongCluster(rpc: SolanaRpc, expected: ExpectedCluster): Promise<string | null> {
  const found = await genesisOf(rpc)
  if (found === null) return 'It is no RPC of Solana.'
  if (found === expected.genesis) return null
  if ((await expected.practiceGenesis()).has(found))
    return 'It is a practice network of Mintdesk: what is minted there exists on this machine alone.'
  const { label, cluster, genesis } = expected
  const other = clusterOfGenesis[found]
  return other === undefined
    ? `It answers for another cluster than ${cluster}, which ${label} is: its genesis hash is ${found.slice(0, 8)}…, not ${genesis.slice(0, 8)}….`
    : `It answers for Solana’s ${other}; ${label} is ${cluster}.`
}

/** The genesis hash of the RPC's cluster; null if it is no RPC of Solana. */
export async function genesisOf(rpc: SolanaRpc): Promise<string | null> {
  try {
    return await rpc.call('getGenesisHash', [], z.string())
  } catch (error) {
    if (error instanceof SolanaRpcError && error.code === noSuchMethod) return null
    throw error
  }
}

const noSuchMethod = -32601
