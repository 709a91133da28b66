import { RpcUnreachable } from '../../rpc/http-rpc.ts'
import { ledgerAnswer } from './answers.ts'
import { aptosFault } from './fault.ts'
import { type AptosRpc, AptosRpcError } from './rpc.ts'

/** The network that an RPC must serve. */
export interface ExpectedLedger {
  label: string
  chainId: number
}

/** Aptos's own chain ids (aptos-core, chain_id.rs). */
const knownChains: ReadonlyMap<number, string> = new Map([
  [1, 'the mainnet of Aptos'],
  [2, 'the testnet of Aptos'],
  [4, 'a network of one machine'],
])

/**
 * Whether an RPC serves the expected network, by its chain id.
 * @returns null if it does; else a sentence for the person
 * @throws any error of the call to the RPC
 */
export async function wrongLedger(rpc: AptosRpc, { label, chainId }: ExpectedLedger): Promise<string | null> {
  const found = await chainIdOf(rpc)
  if (found === null) return 'It is no RPC of Aptos: its address ends in /v1, as a rule.'
  if (found === chainId) return null
  const other = knownChains.get(found)
  return other === undefined
    ? `It answers for the chain id ${found}; ${label} has ${chainId}.`
    : `It answers for ${other} (chain id ${found}); ${label} has ${chainId}.`
}

async function chainIdOf(rpc: AptosRpc): Promise<number | null> {
  try {
    return (await rpc.ask('/', ledgerAnswer)).value.chain_id
  } catch (error) {
    // An unhealthy node is a node of Aptos all the same.
    if (error instanceof AptosRpcError && aptosFault(error).kind === 'fault') throw error
    // A web server that has no such page, or another page there.
    if (error instanceof AptosRpcError) return null
    if (error instanceof RpcUnreachable && (error.status === 404 || error.status === 200)) return null
    throw error
  }
}
