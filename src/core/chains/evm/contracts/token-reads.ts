import {
  type Address,
  BaseError,
  type ContractFunctionParameters,
  ContractFunctionRevertedError,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  numberToHex,
  parseAbi,
} from 'viem'
import type { HeldToken, TokenRef, TokensClient } from '../../family/holdings.ts'
import type { TokenKind } from '../../family/tokens.ts'
import { callFault } from '../rpc/fault.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { revertData } from './faults.ts'
import { transfers } from './transfer-logs.ts'

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function tokenURI(uint256 id) view returns (string)',
  'function uri(uint256 id) view returns (string)',
  'function name() view returns (string)',
  'function supportsInterface(bytes4 id) view returns (bool)',
])

/** One view call to a contract that anybody may have written. */
type Read = { address: Address } & (
  | { functionName: 'ownerOf' | 'tokenURI' | 'uri'; args: readonly [bigint] }
  | { functionName: 'balanceOf'; args: readonly [Address, bigint] }
  | { functionName: 'supportsInterface'; args: readonly [`0x${string}`] }
  | { functionName: 'name'; args: readonly [] }
)

/** Ours: at most 288 bytes each, within the 48 KiB that EIP-3860 allows a call that contains its own code. */
const readsPerCall = 100

/**
 * The answers of contracts, in the order asked; null where one reverts, is no contract, or returns something else. One `eth_call` that
 * contains a multicall reads many; reads that fail in it are repeated one by one, because a hostile contract can use up the others' gas.
 * @throws errors of the RPC, which never count as a contract's answer
 */
async function readMany(rpc: RpcClient, reads: readonly Read[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (let from = 0; from < reads.length; from += readsPerCall)
    answers.push(...(await readTogether(rpc, reads.slice(from, from + readsPerCall))))
  return answers
}

async function readTogether(rpc: RpcClient, reads: readonly Read[]): Promise<unknown[]> {
  if (reads.length === 1) return await Promise.all(reads.map((read) => readOne(rpc, read)))
  const contracts: ContractFunctionParameters[] = reads.map((read) => ({ ...read, abi }))
  const results = await rpc.multicall({ contracts, deployless: true, batchSize: 0, allowFailure: true })
  return await Promise.all(
    reads.map(async (read, place) => {
      const result = results[place]
      if (result?.status === 'success') return result.result
      if (result && gaveReason(result.error)) return null
      if (result && callFault(result.error).kind === 'limited') throw result.error
      return await readOne(rpc, read)
    }),
  )
}

async function readOne(rpc: RpcClient, { address, functionName, args }: Read): Promise<unknown> {
  try {
    const { data } = await rpc.call({
      to: address,
      data: encodeFunctionData({ abi, functionName, args } as Parameters<typeof encodeFunctionData>[0]),
    })
    return data === undefined ? null : decodedBy(() => decodeFunctionResult({ abi, functionName, data }))
  } catch (error) {
    if (revertData(error) !== null || callFault(error).kind === 'answer') return null
    throw error
  }
}

/** Null where the data is no encoding of the standard's type. */
function decodedBy(decode: () => unknown): unknown {
  try {
    return decode()
  } catch {
    return null
  }
}

/** Whether the contract reverted with data; running out of gas returns none. */
function gaveReason(error: unknown): boolean {
  const reverted = error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  return reverted instanceof ContractFunctionRevertedError && reverted.raw !== undefined && reverted.raw !== '0x'
}

/** ERC-165 identifiers of ERC-721 and ERC-1155. */
const interfaceIds = { 'erc-721': '0x80ac58cd', 'erc-1155': '0xd9b67a26' } as const

/** Reads tokens of any contract on one network. */
export function tokensClient(rpc: () => Promise<RpcClient>): TokensClient {
  return {
    transfers: async (filter, from, to) => transfers(await rpc(), filter, from, to),
    async blockHash(block) {
      const found = await (await rpc()).request({
        method: 'eth_getBlockByNumber',
        params: [numberToHex(block), false],
      })
      return found?.hash ?? null
    },
    async owners(contract, tokenIds) {
      const address = getAddress(contract)
      const answers = await readMany(
        await rpc(),
        tokenIds.map((id): Read => ({ address, functionName: 'ownerOf', args: [BigInt(id)] })),
      )
      return answers.map((owner) => (typeof owner === 'string' && BigInt(owner) > 0n ? owner : null))
    },
    held: async (holder, tokens) => held(await rpc(), getAddress(holder), tokens),
    async uris(tokens) {
      const asked = tokens.map(({ contract, tokenId, standard }): Read => {
        const functionName = standard === 'erc-1155' ? 'uri' : 'tokenURI'
        return { address: getAddress(contract), functionName, args: [BigInt(tokenId)] }
      })
      return (await readMany(await rpc(), asked)).map((uri) => (typeof uri === 'string' ? uri : null))
    },
    async names(contracts) {
      const asked = contracts.map(
        (contract): Read => ({ address: getAddress(contract), functionName: 'name', args: [] }),
      )
      return (await readMany(await rpc(), asked)).map((name) => (typeof name === 'string' ? name : null))
    },
  }
}

async function held(rpc: RpcClient, holder: Address, tokens: readonly TokenRef[]): Promise<HeldToken[]> {
  const asked = tokens.map(({ contract, tokenId, standard }): { owner: Read | null; balance: Read | null } => {
    const address = getAddress(contract)
    const id = BigInt(tokenId)
    return {
      owner: standard === 'erc-1155' ? null : { address, functionName: 'ownerOf', args: [id] },
      balance: standard === 'erc-721' ? null : { address, functionName: 'balanceOf', args: [holder, id] },
    }
  })
  const reads = asked.flatMap(({ owner, balance }) => [owner ?? [], balance ?? []].flat())
  const answers = new Map((await readMany(rpc, reads)).map((answer, place) => [reads[place], answer]))
  return await Promise.all(
    tokens.map(async ({ contract, standard }, place): Promise<HeldToken> => {
      const { owner, balance } = asked[place] ?? {}
      const of = owner && answers.get(owner)
      const units = balance && answers.get(balance)
      if (typeof of === 'string') return { standard: 'erc-721', quantity: of === holder ? 1n : 0n }
      if (typeof units === 'bigint') return { standard: 'erc-1155', quantity: units }
      return { standard: standard ?? (await kindOf(rpc, getAddress(contract))), quantity: 0n }
    }),
  )
}

/** The standard that a contract reports by ERC-165; null for neither of the two. */
async function kindOf(rpc: RpcClient, address: Address): Promise<TokenKind | null> {
  const reads = Object.values(interfaceIds).map(
    (id): Read => ({ address, functionName: 'supportsInterface', args: [id] }),
  )
  const [single, copies] = await readMany(rpc, reads)
  return single === true ? 'erc-721' : copies === true ? 'erc-1155' : null
}
