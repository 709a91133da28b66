import { type Address, decodeFunctionData, getAddress, parseAbiItem, zeroAddress } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { collectionFactory } from '../../../../../resources/contracts/artifacts/collection-factory.ts'
import { contractVersion } from '../../../../shared/contract-features.ts'
import type { MadeCollection, MintedToken } from '../../family/collections.ts'
import { type LogReader, tellingRefusals } from '../rpc/paged-logs.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { factory } from './deployment.ts'
import { revertData } from './faults.ts'
import { implementations } from './implementations.ts'

const { abi } = collection721
const cloned = parseAbiItem(
  'event Cloned(address indexed instance, address indexed implementation, address indexed creator)',
)
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')

/** Collections that the factory made for these accounts in the blocks from..to, by its events and their transactions. @throws RangeRefused */
export async function madeCollections(
  rpc: RpcClient,
  creators: readonly string[],
  from: number,
  to: number,
): Promise<MadeCollection[]> {
  const logs = await tellingRefusals(() =>
    rpc.getLogs({
      address: factory,
      event: cloned,
      args: { creator: creators.map((creator) => getAddress(creator)) },
      fromBlock: BigInt(from),
      toBlock: BigInt(to),
    }),
  )
  const made: MadeCollection[] = []
  for (const { args, transactionHash, blockNumber } of logs) {
    const { instance, implementation, creator } = args
    const known = Object.entries(implementations).find(([, { address }]) => address === implementation)
    if (!known || !instance || !creator) continue
    const [contractKind, kind] = known
    const { input } = await rpc.getTransaction({ hash: transactionHash })
    const call = decodeFunctionData({ abi: collectionFactory.abi, data: input })
    const facts = call.functionName === 'clone' ? kind.factsOf(call.args[2]) : null
    if (!facts) continue
    made.push({
      contract: getAddress(instance),
      creator: getAddress(creator),
      block: Number(blockNumber),
      facts: { ...facts, contractKind, contractVersion },
    })
  }
  return made
}

/** Tokens as minted, by their events, but with their current URIs. */
export async function mintedTokens(
  rpc: RpcClient,
  logs: LogReader,
  contract: Address,
  tokenIds: readonly number[],
  since: number,
): Promise<MintedToken[]> {
  const args = { from: zeroAddress, id: tokenIds.map((id) => BigInt(id)) }
  const minted = new Map<number, { recipient: Address; txHash: string; block: number }>()
  const pages = logs.pages(rpc, since, (range) => rpc.getLogs({ address: contract, event: transfer, args, ...range }))
  for await (const page of pages) {
    for (const { args, transactionHash: txHash, blockNumber } of page)
      if (args.id !== undefined && args.to)
        minted.set(Number(args.id), { recipient: args.to, txHash, block: Number(blockNumber) })
    if (minted.size === new Set(tokenIds).size) break
  }
  return Promise.all(
    tokenIds.map(async (tokenId) => {
      const { recipient = zeroAddress, txHash = '', block = null } = minted.get(tokenId) ?? {}
      return { tokenId, recipient, uri: await uriOf(rpc, contract, tokenId), txHash, block }
    }),
  )
}

async function uriOf(rpc: RpcClient, address: Address, tokenId: number): Promise<string> {
  try {
    return await rpc.readContract({ abi, address, functionName: 'tokenURI', args: [BigInt(tokenId)] })
  } catch (error) {
    if (revertData(error) === null) throw error
    return ''
  }
}
