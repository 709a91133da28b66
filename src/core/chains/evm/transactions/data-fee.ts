import { type Address, type Hex, parseAbi, serializeTransaction, size } from 'viem'
import { most } from '../../../../shared/bigint.ts'
import { revertData } from '../contracts/faults.ts'
import type { RpcClient } from '../rpc/rpc.ts'

/** The cost of including a call on top of its ordinary gas. */
export interface DataCost {
  /** Smallest unit of the coin, charged apart from gas (OP stack). */
  fee: bigint
  /** Upper bound of `fee`, by the chain's oracle. */
  feeAtMost: bigint
  /** Gas on top of what the call itself uses (Arbitrum); the node's own estimates include it. */
  gas: bigint
}

export interface DataCall {
  to: Address | null
  data: Hex
  gas: bigint
}

const nothing: DataCost = { fee: 0n, feeAtMost: 0n, gas: 0n }

/**
 * OP stack, predeploys: GasPriceOracle; `getL1FeeUpperBound` since the Fjord upgrade, `getOperatorFee` since Isthmus (specs.optimism.io,
 * Fjord and Isthmus; Jovian changed its formula, which the oracle follows).
 */
export const priceOracle: Address = '0x420000000000000000000000000000000000000F'
const priceOracleAbi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
])

/** Arbitrum Nitro: NodeInterface, an address without code for which nodes answer (docs.arbitrum.io, NodeInterface reference). */
export const nodeInterface: Address = '0x00000000000000000000000000000000000000C8'
export const nodeInterfaceAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])

/**
 * What the network charges for publishing a call's bytes on the chain that it settles on: nothing where the oracle is missing, as on a
 * practice network.
 */
export async function dataCost(
  node: RpcClient,
  kind: 'op-stack' | 'arbitrum' | undefined,
  chainId: number,
  call: DataCall,
): Promise<DataCost> {
  if (kind === 'op-stack') return opStackCost(node, chainId, call)
  if (kind === 'arbitrum') return arbitrumCost(node, call)
  return nothing
}

async function opStackCost(node: RpcClient, chainId: number, { to, data, gas }: DataCall): Promise<DataCost> {
  if (((await node.getCode({ address: priceOracle })) ?? '0x') === '0x') return nothing
  // Nonce and fees of maximum length: a few bytes more than what is signed in the end.
  const unsigned = serializeTransaction({
    type: 'eip1559',
    chainId,
    nonce: 0xffffff,
    gas,
    to,
    data,
    maxFeePerGas: 0xffffffffffffn,
    maxPriorityFeePerGas: 0xffffffffffffn,
  })
  const oracle = { address: priceOracle, abi: priceOracleAbi } as const
  const [fee, bound, operator] = await Promise.all([
    node.readContract({ ...oracle, functionName: 'getL1Fee', args: [unsigned] }),
    node
      .readContract({ ...oracle, functionName: 'getL1FeeUpperBound', args: [BigInt(size(unsigned))] })
      .catch(noneBefore),
    node.readContract({ ...oracle, functionName: 'getOperatorFee', args: [gas] }).catch(noneBefore),
  ])
  return { fee: fee + operator, feeAtMost: most(fee, bound) + operator, gas: 0n }
}

/** 0 where the function reverts, because the network lacks the upgrade. @throws any other error */
function noneBefore(error: unknown): bigint {
  if (revertData(error) === null) throw error
  return 0n
}

async function arbitrumCost(node: RpcClient, { to, data }: DataCall): Promise<DataCost> {
  const [gas] = await node
    .simulateContract({
      address: nodeInterface,
      abi: nodeInterfaceAbi,
      functionName: 'gasEstimateL1Component',
      args: [to ?? nodeInterface, to === null, data],
    })
    .then(({ result }) => result)
    .catch(() => [0n] as const)
  return { ...nothing, gas }
}
