import type { Address, Hex } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import type { PublishedContract } from '../../family/collections.ts'
import type { RpcClient } from '../rpc/rpc.ts'

const { abi } = collection721

/** ERC-165 ids of the interfaces that wallets and markets look for. */
const ofTokens: readonly [name: string, id: Hex][] = [
  ['ERC-721', '0x80ac58cd'],
  ['ERC-721 metadata', '0x5b5e139f'],
  ['ERC-2981 (royalties)', '0x2a55205a'],
  ['ERC-4906 (metadata updates)', '0x49064906'],
]
const ofCopies: readonly [name: string, id: Hex][] = [
  ['ERC-1155', '0xd9b67a26'],
  ['ERC-1155 metadata', '0x0e89341c'],
  ['ERC-2981 (royalties)', '0x2a55205a'],
]

/** What a contract publishes about itself for wallets and markets. ERC-721 and ERC-1155 collections have the same functions for this. */
export async function publishedContract(rpc: RpcClient, address: Address, copies: boolean): Promise<PublishedContract> {
  const at = { abi, address } as const
  const wanted = copies ? ofCopies : ofTokens
  const [contractUri, ...answers] = await Promise.all([
    rpc.readContract({ ...at, functionName: 'contractURI' }),
    ...wanted.map(([, id]) => rpc.readContract({ ...at, functionName: 'supportsInterface', args: [id] })),
  ])
  return {
    contractUri,
    interfaces: wanted.map(([name], place) => ({ name, supported: answers[place] === true })),
  }
}
