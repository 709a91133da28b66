import { families } from '../../../shared/families.ts'
import { CoreError } from '../../lib/errors.ts'
import { isPracticeNetwork, type NetworkClient } from '../family/network.ts'
import type { EvmClientOptions } from './client-options.ts'
import { finalHead } from './finality.ts'
import type { RpcClient } from './rpc/rpc.ts'

/** See `NetworkClient`. */
export function networkClient(options: EvmClientOptions): NetworkClient {
  const { rpc } = options
  return {
    network: options.network,
    chain: options.chain,
    family: families.evm,
    isPractice: isPracticeNetwork(options.network),
    confirmations: options.confirmations,
    busy: options.busy,
    ...(options.heldUp && { heldUp: options.heldUp }),
    ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
    ...(options.blockMs === undefined ? {} : { blockMs: options.blockMs }),
    async genesis() {
      const node = await rpc()
      const [block] = await Promise.all([node.getBlock({ blockNumber: 0n }), checkChain(node, options.chainId)])
      return block.hash
    },
    async head() {
      const node = await rpc()
      const [block] = await Promise.all([node.getBlock({ blockTag: 'latest' }), checkChain(node, options.chainId)])
      return { number: Number(block.number), hash: block.hash }
    },
    async finalized() {
      return finalHead(await rpc(), options.confirmations, options.other, options.witnesses)
    },
  }
}

export async function headHash(node: RpcClient): Promise<string> {
  const block = await node.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  if (!block?.hash) throw new CoreError('network.unavailable', 'The network does not say which its newest block is.')
  return block.hash
}

async function checkChain(node: RpcClient, expected: number): Promise<void> {
  const chainId = await node.getChainId()
  if (chainId === expected) return
  throw new CoreError(
    'network.chainId',
    `the RPC answers for another chain (its id is ${chainId}, expected ${expected}): set an RPC of the right network.`,
  )
}
