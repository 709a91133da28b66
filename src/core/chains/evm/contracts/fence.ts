import { getAddress, type Hex } from 'viem'
import type { FenceClient } from '../../family/fence.ts'
import type { EvmClientOptions } from '../client-options.ts'
import type { LogReader } from '../rpc/paged-logs.ts'
import { jobRecord } from './job-record.ts'
import { markOf, mintedJobs, writerEntry } from './marks.ts'

/** See `FenceClient`. */
export function fenceClient({ rpc }: Pick<EvmClientOptions, 'rpc'>, logs: LogReader): FenceClient {
  return {
    mark: async (contract, minter, block) => markOf(await rpc(), getAddress(contract), getAddress(minter), block),
    async mintedJobs(contract, minter, since, through) {
      return mintedJobs(await rpc(), logs, getAddress(contract), { minter: getAddress(minter), since, through })
    },
    async writerEntry(contract, minter, writer, since) {
      return writerEntry(await rpc(), logs, getAddress(contract), { minter: getAddress(minter), writer }, since)
    },
    async jobRecord(contract, jobId, since, block) {
      const asked = { rpc: await rpc(), logs, address: getAddress(contract), jobId: jobId as Hex, since }
      return jobRecord(block === undefined ? asked : { ...asked, block })
    },
  }
}
