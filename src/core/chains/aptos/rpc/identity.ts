import { RpcUnreachable } from '../../rpc/http-rpc.ts'
import { ledgerAnswer } from './answers.ts'
import { aptosFault } from './fault.ts'
import { type AptosRpc, AptosRpcError } from './rpc.ts'

/** What an RPC must be, to be used for a network. */
export interface ExpectedLedger {
  label: string
  chainId: number
}

/** Aptos' own (aptos-core, chain_id.rs). */
const knownChains: ReadonlyMap<number, string> = new Map([
  [1, 'the mainnet of Aptos'],
  [2, 'the testnet of Aptos'],
  [4, 'a network of one machine'],
])

/**
 * Whether an RPC answers for the network that is meant, by its chain id.
 * @returns null when it does; else a sentence for a person
 * @throws whatever the RPC fails with
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
    // A node that is not well is one all the same.
    if (error instanceof AptosRpcError && aptosFault(error).kind === 'fault') throw error
    // A web server that knows no such page, or has another one there.
    if (error instanceof AptosRpcError) return null
    if (error instanceof RpcUnreachable && (error.status === 404 || error.status === 200)) return null
    throw error
  }
}
