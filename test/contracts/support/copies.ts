import {
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  concatHex,
  decodeErrorResult,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseEventLogs,
  type RpcLog,
} from 'viem'
import { collection1155 } from '../../../resources/contracts/artifacts/collection-1155.ts'
import { collectionFactory } from '../../../resources/contracts/artifacts/collection-factory.ts'
import { type Chain, type Receipt, Reverted } from './chain.ts'
import { type Artifact, word } from './collection.ts'

export const { abi } = collection1155
type Abi = typeof abi
type Writes = ContractFunctionName<Abi, 'nonpayable' | 'payable'>
type Reads = ContractFunctionName<Abi, 'view' | 'pure'>

export interface Item {
  to: Address
  id: bigint
  amount: bigint
}

export interface Definition {
  id: bigint
  limit: bigint
  digest: Hex
  uri: string
}

/** A semi-fungible collection on a test chain. */
export interface Copies {
  address: Address
  owner: Address
  /** Sends, and fails the test with the contract's error when it reverts. */
  write<F extends Writes>(
    from: Address,
    functionName: F,
    args: ContractFunctionArgs<Abi, 'nonpayable' | 'payable', F>,
  ): Promise<Receipt>
  read<F extends Reads>(
    functionName: F,
    args?: ContractFunctionArgs<Abi, 'view' | 'pure', F>,
  ): Promise<ContractFunctionReturnType<Abi, 'view' | 'pure', F>>
  /** What the contract says when it refuses: `AlreadyMinted(1)`; `done` when it does not refuse. */
  refusal<F extends Writes>(
    from: Address,
    functionName: F,
    args: ContractFunctionArgs<Abi, 'nonpayable' | 'payable', F>,
    gas?: number,
  ): Promise<string>
  readRefusal<F extends Reads>(functionName: F, args: ContractFunctionArgs<Abi, 'view' | 'pure', F>): Promise<string>
}

/** Makes clones of one implementation, as shipped or a mutant with the same functions, each owned by the chain's first account. */
export async function copiesFactory(chain: Chain, artifact: Artifact = collection1155) {
  const implementation = await chain.deploy({ abi, bytecode: artifact.bytecode })
  const factory = await chain.deploy(collectionFactory)
  let clones = 0
  return {
    implementation,
    async create(supplyLimit = 0n, owner: Address = chain.accounts[0]): Promise<Copies> {
      const init = encodeFunctionData({ abi, functionName: 'initialize', args: [facts(supplyLimit, owner)] })
      const args = [implementation, word(clones++), init] as const
      const data = encodeFunctionData({ abi: collectionFactory.abi, functionName: 'clone', args })
      const from = chain.accounts[0]
      const answer = await chain.call({ from, to: factory, data })
      const address = decodeFunctionResult({ abi: collectionFactory.abi, functionName: 'clone', data: answer })
      const { ok } = await chain.send({ from, to: factory, data })
      if (!ok) throw new Error('The clone was not made.')
      return copiesAt(chain, address, owner)
    },
  }
}

/** What a collection of the tests is made from. */
export function facts(supplyLimit: bigint, owner: Address) {
  return { name: 'Harvest', symbol: 'HRV', contractURI: 'ipfs://harvest', uriPrefix: '', supplyLimit, owner }
}

/** A collection that exists. */
export function copiesAt(chain: Chain, address: Address, owner: Address): Copies {
  const encode = (functionName: string, args: unknown) =>
    encodeFunctionData({ abi, functionName, args } as unknown as EncodeFunctionDataParameters)
  const refusal = async (from: Address, data: Hex, gas?: number) => {
    try {
      await chain.call({ from, to: address, data, ...(gas === undefined ? {} : { gas }) })
      return 'done'
    } catch (error) {
      if (!(error instanceof Reverted)) throw error
      return described(error.reason)
    }
  }
  return {
    address,
    owner,
    async write(from, functionName, args) {
      const data = encode(functionName, args)
      const receipt = await chain.send({ from, to: address, data })
      if (!receipt.ok) throw new Error(`The transaction reverted: ${await refusal(from, data)}`)
      return receipt
    },
    async read(functionName, args) {
      const data = await chain.call({ from: owner, to: address, data: encode(functionName, args ?? []) })
      return decodeFunctionResult({ abi, functionName, data } as Parameters<typeof decodeFunctionResult>[0]) as never
    },
    refusal: (from, functionName, args, gas) => refusal(from, encode(functionName, args), gas),
    readRefusal: (functionName, args) => refusal(owner, encode(functionName, args)),
  }
}

function described(reason: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ abi, data: reason })
    return `${errorName}(${(args ?? []).join()})`
  } catch {
    return reason
  }
}

/** The items of a batch as the contract takes them: recipient (20 bytes), id (7), amount (5). */
export function packed(items: readonly Item[]): Hex {
  return concatHex(
    items.flatMap(({ to, id, amount }) => [to, numberToHex(id, { size: 7 }), numberToHex(amount, { size: 5 })]),
  )
}

/** A token whose metadata is a file. */
export function defined(id: bigint, limit = 0n, digest: Hex = word(0xd1_0000 + Number(id))): Definition {
  return { id, limit, digest, uri: '' }
}

/** A token whose metadata is hosted. */
export function hosted(id: bigint, uri: string, limit = 0n): Definition {
  return { id, limit, digest: word(0), uri }
}

/** The events of a receipt, decoded. */
export function eventsOf(receipt: Receipt) {
  return parseEventLogs({ abi, logs: receipt.logs as unknown as RpcLog[] })
}
