import {
  type Address,
  BaseError,
  ContractFunctionZeroDataError,
  encodeFunctionData,
  getAddress,
  type Hex,
  zeroAddress,
} from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { CoreError } from '../../../lib/errors.ts'
import type { CollectionsClient } from '../../family/collections.ts'
import { headHash } from '../blocks.ts'
import type { EvmClientOptions } from '../client-options.ts'
import type { LogReader } from '../rpc/paged-logs.ts'
import { withExtra } from '../transactions/prepare.ts'
import { cloneAddress, deploymentCalls } from './deployment.ts'
import { revertData } from './faults.ts'
import { keptOwners } from './kept-owners.ts'
import { madeCollections, mintedTokens } from './made-collections.ts'
import { publishedContract } from './published.ts'
import { contractSettings, orElse } from './settings.ts'
import { batchOfToken, batchRanges, chainBatch, mintOf, ownerOf, purchases } from './views.ts'

const { abi } = collection721

/** See `CollectionsClient`. */
export function collectionsClient(
  options: EvmClientOptions,
  treasury: (projectIndex: number) => Address,
  logs: LogReader,
): CollectionsClient {
  const { rpc, changes } = options
  const owner = async (contract: string, tokenId: number): Promise<Address | null> =>
    ownerOf(await rpc(), getAddress(contract), tokenId)
  return {
    contractAddress: (facts) => cloneAddress(facts, treasury(facts.projectIndex)),
    async deploymentCalls(facts) {
      const node = await rpc()
      const calls = await deploymentCalls(node, facts, treasury(facts.projectIndex))
      return Promise.all(calls.map((call) => withExtra(node, options, call)))
    },
    async job(contract, jobId, block) {
      const node = await rpc()
      const address = getAddress(contract)
      const at = block === undefined ? {} : { blockNumber: BigInt(block) }
      if (((await node.getCode({ address, ...at })) ?? '0x') === '0x') return 0
      return Number(await node.readContract({ abi, address, functionName: 'jobs', args: [jobId as Hex], ...at }))
    },
    async counters(contract, block) {
      const node = await rpc()
      const address = getAddress(contract)
      const blockNumber = block === undefined ? await node.getBlockNumber({ cacheTime: 0 }) : BigInt(block)
      const at = { abi, address, blockNumber } as const
      const [minted, batches, purchased, [, , saleLeft]] = await Promise.all([
        node.readContract({ ...at, functionName: 'minted' }),
        node.readContract({ ...at, functionName: 'batchCount' }),
        node.readContract({ ...at, functionName: 'purchased' }).catch(orElse(0n)),
        node.readContract({ ...at, functionName: 'payments' }).catch(orElse([0n, zeroAddress, 0n] as const)),
      ]).catch((error: unknown) => {
        throw notOurs(error, address)
      })
      return {
        minted: Number(minted),
        batches: Number(batches),
        purchased: Number(purchased),
        saleLeft: Number(saleLeft),
      }
    },
    owner: async (contract) =>
      await (await rpc()).readContract({ abi, address: getAddress(contract), functionName: 'owner' }),
    published: async (contract, copies) => publishedContract(await rpc(), getAddress(contract), copies),
    handover: {
      impossible: () => null,
      acceptance: (contract) => ({
        kind: 'call',
        ...{ contract, name: 'requestOwnershipHandover' },
        data: encodeFunctionData({ abi, functionName: 'requestOwnershipHandover' }),
      }),
      async askedUntil(contract, by) {
        const node = await rpc()
        const [until, { timestamp }] = await Promise.all([
          node.readContract({
            ...{ abi, address: getAddress(contract), functionName: 'ownershipHandoverExpiresAt' },
            args: [getAddress(by)],
          }),
          node.getBlock(),
        ])
        return until > timestamp ? Number(until) * 1_000 : null
      },
    },
    settings: async (contract) => contractSettings(await rpc(), getAddress(contract)),
    purchases: async (contract, since) => purchases(await rpc(), logs, getAddress(contract), since),
    batchRanges: async (contract, count) => batchRanges(await rpc(), getAddress(contract), count),
    chainBatch: async (contract, index, since) => chainBatch(await rpc(), logs, getAddress(contract), index, since),
    batchOfToken: async (contract, tokenId, since) =>
      batchOfToken(await rpc(), logs, getAddress(contract), tokenId, since),
    madeCollections: async (creators, from, to) => madeCollections(await rpc(), creators, from, to),
    mintedTokens: async (contract, tokenIds, since) =>
      mintedTokens(await rpc(), logs, getAddress(contract), tokenIds, since),
    mintTransaction: async (contract, tokenId, since) =>
      (await mintOf(await rpc(), logs, getAddress(contract), tokenId, since)).txHash,
    ownerOf: changes ? keptOwners({ changes, head: async () => headHash(await rpc()), ownerOf: owner }) : owner,
  }
}

/** A CoreError `network.contract` where nothing, or no collection, answers at the address; any other error unchanged. */
function notOurs(error: unknown, address: Address): unknown {
  const said = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionZeroDataError)
  if (!said && revertData(error) === null) return error
  return new CoreError(
    'network.contract',
    `at ${address}, where a collection of this project was, the network has no such contract now: set an RPC of the right network.`,
  )
}
