import { getAddress } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../../../../resources/contracts/artifacts/collection-1155.ts'
import { collectionFactory } from '../../../../../resources/contracts/artifacts/collection-factory.ts'
import { standard721 } from '../../../../../resources/contracts/artifacts/standard-721.ts'
import type { SharedContract, SharedContractsClient } from '../../family/shared-contracts.ts'
import type { EvmClientOptions } from '../client-options.ts'
import { deployedAt } from './deployer.ts'

/** The implementations of which collections are clones, and the factory that makes the clones: their sources are submitted to explorers. */
export function sharedContracts(): SharedContract[] {
  return [
    { name: 'Collection721', bytecode: collection721.bytecode, submission: 'collection-721.json.gz' },
    { name: 'Standard721', bytecode: standard721.bytecode, submission: 'standard-721.json.gz' },
    { name: 'Collection1155', bytecode: collection1155.bytecode, submission: 'collection-1155.json.gz' },
    { name: 'CollectionFactory', bytecode: collectionFactory.bytecode, submission: 'collection-factory.json.gz' },
  ].map(({ name, bytecode, submission }) => ({ name, address: deployedAt(bytecode), submission }))
}

export function sharedContractsClient({
  rpc,
  chainId,
}: Pick<EvmClientOptions, 'rpc' | 'chainId'>): SharedContractsClient {
  return {
    chainId,
    // Hashes 80 kB, so only on demand: every round of the engine makes clients.
    get list() {
      return sharedContracts()
    },
    async isDeployed({ address }) {
      const code = await (await rpc()).getCode({ address: getAddress(address) })
      return (code ?? '0x') !== '0x'
    },
  }
}
