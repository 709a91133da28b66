import { z } from 'zod'
import { clusterOfGenesis } from '../networks.ts'
import { type SolanaRpc, SolanaRpcError } from './rpc.ts'

/** What an RPC must be, to be used for a cluster. */
export interface ExpectedCluster {
  label: string
  /** As Solana calls it. */
  cluster: string
  /** Base58. */
  genesis: string
  /** Those of the practice networks. */
  practiceGenesis(): Promise<ReadonlySet<string>>
}

/**
 * Whether an RPC answers for the cluster that is meant, by its genesis hash.
 * @returns null when it does; else a sentence for a person
 * @throws whatever the RPC fails with
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

/** The genesis hash of the RPC's cluster; null when it is no RPC of Solana. */
export async function genesisOf(rpc: SolanaRpc): Promise<string | null> {
  try {
    return await rpc.call('getGenesisHash', [], z.string())
  } catch (error) {
    if (error instanceof SolanaRpcError && error.code === noSuchMethod) return null
    throw error
  }
}

const noSuchMethod = -32601
