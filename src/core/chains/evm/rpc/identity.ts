import type { RpcClient } from './rpc.ts'

/** What an RPC must be, to be used for a live network. */
export interface ExpectedChain {
  label: string
  chainId: number
  /** Block 0 as the journal knows it; null before the first use. */
  genesis(): Promise<string | null>
  /** Blocks 0 of the practice networks. */
  practiceGenesis(): Promise<ReadonlySet<string>>
}

/**
 * Whether an RPC answers for the chain that is meant. By its block 0 a live network is told from a practice one, which bears the same
 * chain id. One that has given up its first blocks is told by its id alone: no practice network does that.
 * @returns null when it does; else a sentence for a person
 * @throws whatever the RPC fails with
 */
export async function wrongChain(rpc: RpcClient, expected: ExpectedChain): Promise<string | null> {
  const chainId = await rpc.getChainId()
  if (chainId !== expected.chainId)
    return `It answers for the chain with id ${chainId}; ${expected.label} has ${expected.chainId}.`
  const genesis = await genesisOf(rpc)
  if (genesis === null) return null
  if ((await expected.practiceGenesis()).has(genesis))
    return `It is a practice network of Mintdesk: what is minted there exists on this machine alone.`
  const known = await expected.genesis()
  if (known !== null && known !== genesis)
    return `It answers for another chain with the id ${chainId}: its block 0 is ${genesis.slice(0, 10)}…, not ${known.slice(0, 10)}… as before.`
  return null
}

/** Block 0 of the RPC's chain; null when it does not keep it. */
export async function genesisOf(rpc: RpcClient): Promise<string | null> {
  const block = await rpc.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] })
  return block?.hash ?? null
}
