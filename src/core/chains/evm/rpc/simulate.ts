import type { Address, Hex } from 'viem'
import type { RpcClient } from './rpc.ts'

export interface SimulatedCall {
  to: Address
  data: Hex
}

type Simulate = {
  Method: 'eth_simulateV1'
  Parameters: [{ blockStateCalls: { calls: { from: Address; to: Address; data: Hex }[] }[] }, 'latest']
  ReturnType: { calls: { status: Hex; gasUsed: Hex }[] }[]
}

/**
 * Simulates calls that build on each other, each in a block of its own. Returns the gas of each; null when the node lacks `eth_simulateV1`, or
 * a call would fail.
 */
export async function simulatedGas(
  node: RpcClient,
  from: Address,
  calls: readonly SimulatedCall[],
): Promise<bigint[] | null> {
  try {
    const blocks = await node.request<Simulate>({
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: calls.map((call) => ({ calls: [{ from, ...call }] })) }, 'latest'],
    })
    const used = blocks.flatMap(({ calls }) =>
      calls.map(({ status, gasUsed }) => (status === '0x1' ? BigInt(gasUsed) : 0n)),
    )
    return used.length === calls.length && used.every((gas) => gas > 0n) ? used : null
  } catch {
    return null
  }
}
