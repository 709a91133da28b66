import type { Address } from 'viem'
import type { ChainClient } from '../family/family.ts'
import { isPracticeNetwork } from '../family/network.ts'
import type { SendAnswer } from '../family/transactions.ts'
import { witnessesOf } from '../rpc/witnesses.ts'
import { accountsClient } from './accounts.ts'
import { networkClient } from './blocks.ts'
import type { EvmClientOptions } from './client-options.ts'
import { collectionsClient } from './contracts/collections.ts'
import { copiesClient } from './contracts/copies.ts'
import { fenceClient } from './contracts/fence.ts'
import { sharedContractsClient } from './contracts/shared-contracts.ts'
import { tokensClient } from './contracts/token-reads.ts'
import { transferClient } from './contracts/transfers.ts'
import { countSamples } from './rpc/count-samples.ts'
import { logReader } from './rpc/paged-logs.ts'
import type { RpcClient } from './rpc/rpc.ts'
import { limitOf } from './rpc/send-answer.ts'
import { readFees } from './transactions/fees.ts'
import { gasEstimates } from './transactions/gas-estimates.ts'
import { inclusionReads } from './transactions/inclusion.ts'
import { prepareWork } from './transactions/prepare.ts'
import { rehearse } from './transactions/rehearse.ts'
import { sendRaws } from './transactions/send.ts'
import { signCall } from './transactions/signing.ts'

/** The EVM family's client for one network. */
export function evmClient(options: EvmClientOptions): ChainClient {
  const { rpc, account, counts = countSamples(), gas = gasEstimates(), logs = logReader() } = options
  const treasury = (projectIndex: number): Address => account(projectIndex).address
  const client: ChainClient = {
    ...networkClient(options),
    ...accountsClient(options, treasury),
    ...collectionsClient(options, treasury, logs),
    ...inclusionReads(rpc, counts),
    fence: fenceClient(options, logs),
    limits: options.limits,
    ...(options.witnesses ? { witnesses: options.witnesses } : {}),
    ...(options.names ? { names: options.names } : {}),
    ...(isPracticeNetwork(options.network) ? {} : { sharedContracts: sharedContractsClient(options) }),
    async observe(read) {
      if (!options.pin) return read(client)
      const { pin: _bound, ...rest } = options
      const pinned = await options.pin()
      const bound = (node: RpcClient, others: Pick<EvmClientOptions, 'other' | 'witnesses'> = {}): ChainClient =>
        evmClient({ ...rest, ...others, rpc: async () => node, counts, gas, logs })
      return read(bound(pinned.rpc, { other: pinned.other, ...witnessesOf(pinned, (node) => bound(node)) }))
    },
    copies: copiesClient(rpc, logs),
    tokens: tokensClient(rpc),
    transfers: transferClient(rpc, logs),
    fees: async () => readFees(await rpc(), options.fees),
    async rehearse(facts, batches) {
      const { chainId, dataFee } = options
      return rehearse({ node: await rpc(), chainId, dataFee, treasury: treasury(facts.projectIndex), facts, batches })
    },
    prepare: (work, projectIndex, fee) => prepareWork(options, gas, work, projectIndex, fee),
    sign: (call, projectIndex, sequence, fee) => signCall(options, call, projectIndex, sequence, fee),
    limited: (error) => limitOf(error),
    async send(raws) {
      try {
        const nodes = options.senders ? await options.senders() : [await rpc()]
        return await sendRaws(nodes, raws, options.limits.inOrder === true)
      } catch (error) {
        return raws.map((): SendAnswer => ({ kind: 'unclear', message: String(error) }))
      }
    },
  }
  return client
}
