import type { Address } from 'viem'
import type { SendAnswer } from '../family/transactions.ts'
import type { ChainClient } from '../family.ts'
import { witnessesOf } from '../rpc/witnesses.ts'
import { accountsClient } from './accounts.ts'
import { networkClient } from './blocks.ts'
import type { EvmClientOptions } from './client-options.ts'
import { collectionsClient } from './collections.ts'
import { copiesClient } from './copies.ts'
import { countSamples } from './count-samples.ts'
import { readFees } from './fees.ts'
import { fenceClient } from './fence.ts'
import { gasEstimates } from './gas-estimates.ts'
import { inclusionReads } from './inclusion.ts'
import { logReader } from './paged-logs.ts'
import { prepareWork } from './prepare.ts'
import { rehearse } from './rehearse.ts'
import type { RpcClient } from './rpc.ts'
import { sendRaws } from './send.ts'
import { limitOf } from './send-answer.ts'
import { signCall } from './signing.ts'
import { tokensClient } from './token-reads.ts'
import { transferClient } from './transfers.ts'

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
    async look(read) {
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
