import { families } from '../../../shared/families.ts'
import { CoreError } from '../../lib/errors.ts'
import { type Head, isPracticeNetwork, type NetworkClient } from '../family/network.ts'
import type { AptosClientOptions } from './client-options.ts'
import { ledgerAnswer, versionAnswer } from './rpc/answers.ts'
import type { AptosRpc } from './rpc/rpc.ts'

/** See `NetworkClient`. A "block" is a version of the ledger: each transaction makes one, and none is ever taken back. */
export function networkClient(options: AptosClientOptions): NetworkClient {
  const { rpc, network, chainId } = options
  const head = async () => headOf(await rpc(), chainId)
  return {
    network,
    chain: options.chain,
    family: families.aptos,
    isPractice: isPracticeNetwork(network),
    confirmations: options.confirmations,
    ...(options.pollMs === undefined ? {} : { pollMs: options.pollMs }),
    ...(options.blockMs === undefined ? {} : { blockMs: options.blockMs }),
    ...(options.headsPerBlock === undefined ? {} : { headsPerBlock: options.headsPerBlock }),
    busy: options.busy ?? (() => () => {}),
    head,
    finalized: head,
    async genesis() {
      // Public nodes do not keep version 0, and the answer must not depend on the node.
      if (!isPracticeNetwork(network)) return `aptos chain ${chainId}`
      return (await (await rpc()).ask('/transactions/by_version/0', versionAnswer)).value.accumulator_root_hash
    },
  }
}

async function headOf(node: AptosRpc, chainId: number): Promise<Head> {
  const { value: ledger } = await node.ask('/', ledgerAnswer)
  if (ledger.chain_id !== chainId)
    throw new CoreError(
      'network.chainId',
      `the RPC answers for another chain (its id is ${ledger.chain_id}, expected ${chainId}): set an RPC of the right network.`,
    )
  const { value } = await node.ask(`/transactions/by_version/${ledger.ledger_version}`, versionAnswer)
  return { number: ledger.ledger_version, hash: value.accumulator_root_hash }
}
