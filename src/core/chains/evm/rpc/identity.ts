import type { RpcClient } from './rpc.ts'

/** The chain that an RPC must serve to be used for a live network. */
export interface ExpectedChain {
  label: string
  chainId: number
  /** Hash of block 0 as the journal knows it; null before the first use. */
  genesis(): Promise<string | null>
  /** Hashes of block 0 of the practice networks. */
  practiceGenesis(): Promise<ReadonlySet<string>>
}

/**
 * Whether an RPC serves the expected chain. Block 0 distinguishes a live network from a practice network, which has the same chain id. For an
 * RPC that has pruned its first blocks the chain id alone counts: no practice network prunes them.
 * @returns null when it does; else a sentence for a person
 * @throws errors of the RPC
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

/** Hash of block 0 of the RPC's chain; null when the RPC does not have it. */
export async function genesisOf(rpc: RpcClient): Promise<string | null> {
  const block = await rpc.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] })
  return block?.hash ?? null
}
