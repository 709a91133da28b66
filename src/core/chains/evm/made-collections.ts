import { type Address, decodeFunctionData, getAddress, parseAbiItem, zeroAddress } from 'viem'
import { collection721 } from '../../../../resources/contracts/artifacts/collection-721.ts'
import { collectionFactory } from '../../../../resources/contracts/artifacts/collection-factory.ts'
import type { MadeCollection, MintedToken } from '../family/collections.ts'
import { deployedAt, factory } from './deployment.ts'
import { revertData } from './faults.ts'
import { knownImplementations } from './implementations.ts'
import type { RpcClient } from './rpc.ts'

const { abi } = collection721
const cloned = parseAbiItem(
  'event Cloned(address indexed instance, address indexed implementation, address indexed creator)',
)
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')

/** Collections that the factory made for these accounts in the blocks from..to, by its events and the calls that made them. */
export async function madeCollections(
  rpc: RpcClient,
  creators: readonly string[],
  from: number,
  to: number,
): Promise<MadeCollection[]> {
  const logs = await rpc.getLogs({
    address: factory,
    event: cloned,
    args: { creator: creators.map((creator) => getAddress(creator)) },
    fromBlock: BigInt(from),
    toBlock: BigInt(to),
  })
  const made: MadeCollection[] = []
  for (const { args, transactionHash } of logs) {
    const { instance, implementation, creator } = args
    const kind = knownImplementations.find(({ bytecode }) => deployedAt(bytecode) === implementation)
    if (!kind || !instance || !creator) continue
    const { input } = await rpc.getTransaction({ hash: transactionHash })
    const call = decodeFunctionData({ abi: collectionFactory.abi, data: input })
    const facts = call.functionName === 'clone' ? kind.factsOf(call.args[2]) : null
    if (!facts) continue
    const { contractKind, contractVersion } = kind
    made.push({
      contract: getAddress(instance),
      creator: getAddress(creator),
      facts: { ...facts, contractKind, contractVersion },
    })
  }
  return made
}

/** Tokens as their events say that they were minted, with their URIs of now. */
export async function mintedTokens(
  rpc: RpcClient,
  contract: Address,
  tokenIds: readonly number[],
): Promise<MintedToken[]> {
  const logs = await rpc.getLogs({
    address: contract,
    event: transfer,
    args: { from: zeroAddress, id: tokenIds.map((id) => BigInt(id)) },
    fromBlock: 0n,
  })
  const minted = new Map(logs.map((log) => [Number(log.args.id), log]))
  return Promise.all(
    tokenIds.map(async (tokenId) => {
      const log = minted.get(tokenId)
      return {
        tokenId,
        recipient: log?.args.to ?? zeroAddress,
        uri: await uriOf(rpc, contract, tokenId),
        txHash: log?.transactionHash ?? '',
      }
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
