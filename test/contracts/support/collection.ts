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
  getAddress,
  type Hex,
  numberToHex,
  parseEventLogs,
  type RpcLog,
  stringToHex,
  zeroAddress,
} from 'viem'
import { collection721 } from '../../../resources/contracts/artifacts/collection-721.ts'
import { collectionFactory } from '../../../resources/contracts/artifacts/collection-factory.ts'
import { standard721 } from '../../../resources/contracts/artifacts/standard-721.ts'
import { type Chain, type Receipt, Reverted } from './chain.ts'

export const { abi } = collection721
type Abi = typeof abi
type Writes = ContractFunctionName<Abi, 'nonpayable' | 'payable'>
type Reads = ContractFunctionName<Abi, 'view' | 'pure'>
type WriteArgs<F extends Writes> = ContractFunctionArgs<Abi, 'nonpayable' | 'payable', F>
type ReadArgs<F extends Reads> = ContractFunctionArgs<Abi, 'view' | 'pure', F>

/** The kinds of collection with these functions, as shipped. */
export const shipped = { economy: collection721, standard: standard721 } as const
export type Kind = keyof typeof shipped

/** Anything that can be deployed in place of the shipped contract: itself, or a mutant with the same functions. */
export type Artifact = { bytecode: Hex }

/** A collection on a test chain. */
export interface Collection {
  chain: Chain
  address: Address
  owner: Address
  /** Sends, with coins if need be, and fails the test with the contract's error when it reverts. */
  write<F extends Writes>(from: Address, functionName: F, args: WriteArgs<F>, value?: bigint): Promise<Receipt>
  read<F extends Reads>(
    functionName: F,
    args?: ReadArgs<F>,
  ): Promise<ContractFunctionReturnType<Abi, 'view' | 'pure', F, ReadArgs<F>>>
  /** What the contract says when it refuses: `AlreadyMinted(1)`; `done` when it does not refuse. */
  refusal<F extends Writes>(from: Address, functionName: F, args: WriteArgs<F>, value?: bigint): Promise<string>
  /** The same for a call that is encoded already, by the owner. */
  writeData(data: Hex): Promise<Receipt>
  refusalOfData(data: Hex): Promise<string>
  readRefusal<F extends Reads>(functionName: F, args: ReadArgs<F>): Promise<string>
}

/** What minting calls take after their job. */
export type Fence = { expected: number; writer: number; trail: bigint; replaced: readonly Hex[] }

/** A fence with zeros for what is not said; the trail as 0x-hex of 28 bytes. */
export function fence({ trail = '0x', ...said }: Partial<Omit<Fence, 'trail'> & { trail: string }>): Fence {
  return { expected: 0, writer: 0, replaced: [], ...said, trail: trail === '0x' ? 0n : BigInt(trail) }
}

/** Lets every minter through who draws no writers. */
export const noFence = fence({})

/** What is for sale. */
export interface Payments {
  price: bigint
  payee: Address
  saleSupply: bigint
}

const noSale: Payments = { price: 0n, payee: zeroAddress, saleSupply: 0n }

/** The call that initializes a collection. */
export function initCall(
  owner: Address,
  facts: {
    name?: string
    symbol?: string
    contractUri?: string
    uriPrefix?: string
    limit?: bigint
    payments?: Payments
  } = {},
): Hex {
  const { name = 'Harvest', symbol = 'HRV', contractUri: contractURI = 'ipfs://harvest' } = facts
  const { uriPrefix = '', limit: supplyLimit = 0n, payments = noSale } = facts
  const init = { name, symbol, contractURI, uriPrefix, supplyLimit, owner, payments }
  return encodeFunctionData({ abi, functionName: 'initialize', args: [init] })
}

/** Deploys implementations and makes clones of them; the factory and each implementation once per chain. */
export function collections(chain: Chain, artifact: Artifact = collection721) {
  let deployed: Promise<{ implementation: Address; factory: Address }> | undefined
  let clones = 0
  const deploy = async () => ({
    implementation: await chain.deploy({ abi, bytecode: artifact.bytecode }),
    factory: await chain.deploy(collectionFactory),
  })
  return {
    get deployed() {
      deployed ??= deploy()
      return deployed
    },
    /** A new collection, owned by the chain's first account. */
    async create(limit = 0n, payments = noSale): Promise<Collection> {
      const { implementation, factory } = await this.deployed
      const owner = chain.accounts[0]
      const args = [implementation, numberToHex(clones++, { size: 32 }), initCall(owner, { limit, payments })] as const
      const data = encodeFunctionData({ abi: collectionFactory.abi, functionName: 'clone', args })
      const answer = await chain.call({ from: owner, to: factory, data })
      const address = decodeFunctionResult({ abi: collectionFactory.abi, functionName: 'clone', data: answer })
      await chain.send({ from: owner, to: factory, data })
      return collectionAt(chain, address, owner)
    },
  }
}

/** A collection that exists. */
export function collectionAt(chain: Chain, address: Address, owner: Address): Collection {
  const encode = (functionName: string, args: unknown) =>
    encodeFunctionData({ abi, functionName, args } as unknown as EncodeFunctionDataParameters)
  const refusal = async (from: Address, data: Hex, value = 0n) => {
    try {
      await chain.call({ from, to: address, data, value })
      return 'done'
    } catch (error) {
      return described(error)
    }
  }
  const write = async (from: Address, data: Hex, value = 0n) => {
    const receipt = await chain.send({ from, to: address, data, value })
    if (!receipt.ok) throw new Error(`The transaction reverted: ${await refusal(from, data, value)}`)
    return receipt
  }
  return {
    chain,
    address,
    owner,
    write: (from, functionName, args, value) => write(from, encode(functionName, args), value),
    writeData: (data) => write(owner, data),
    async read(functionName, args) {
      const data = await chain.call({ from: owner, to: address, data: encode(functionName, args ?? []) })
      return decodeFunctionResult({ abi, functionName, data } as Parameters<typeof decodeFunctionResult>[0]) as never
    },
    refusal: (from, functionName, args, value) => refusal(from, encode(functionName, args), value),
    refusalOfData: (data) => refusal(owner, data),
    readRefusal: (functionName, args) => refusal(owner, encode(functionName, args)),
  }
}

/** The error of a contract as it stands in the source: `AlreadyMinted(1)`, or the bytes when it is not one of ours. */
export function described(error: unknown): string {
  if (!(error instanceof Reverted)) throw error
  try {
    const { errorName, args } = decodeErrorResult({ abi: [...abi, ...collectionFactory.abi], data: error.reason })
    return `${errorName}(${(args ?? []).join()})`
  } catch {
    return error.reason
  }
}

/** The events of a receipt, decoded: `Transfer` and the others. */
export function eventsOf(receipt: Receipt) {
  return parseEventLogs({ abi, logs: receipt.logs as unknown as RpcLog[] })
}

/** A job id or digest that is told apart by a number. */
export function word(n: number): Hex {
  return numberToHex(n, { size: 32 })
}

/** An address that nobody has, told apart by a number. */
export function stranger(n: number): Address {
  return getAddress(numberToHex(0x1000_0000 + n, { size: 20 }))
}

/** The block of URIs that `mintBatchUris` takes: ends, what all have in common, what is left of each. */
export function uriBlock(uris: readonly string[], prefix = ''): Hex {
  const parts = [prefix, ...uris.map((uri) => uri.slice(prefix.length))].map((text) => stringToHex(text))
  let end = 0
  const ends = parts.map((part) => {
    end += part.length / 2 - 1
    return numberToHex(end, { size: 2 })
  })
  return concatHex([...ends, ...parts])
}
