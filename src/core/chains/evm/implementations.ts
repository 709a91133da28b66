import { type Address, decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { collection721 } from '../../../../resources/contracts/artifacts/collection-721.ts'
import { collection721V1 } from '../../../../resources/contracts/artifacts/collection-721-v1.ts'
import { collection1155 } from '../../../../resources/contracts/artifacts/collection-1155.ts'
import { standard721 } from '../../../../resources/contracts/artifacts/standard-721.ts'
import type { CollectionFacts } from '../family/collections.ts'
import { paymentsOf } from './calls.ts'
import { saleOf } from './contract-settings.ts'

/** What collections of one kind and version are clones of. */
interface Implementation {
  /** Creation code of the implementation, which is deployed once on each chain. */
  bytecode: Hex
  /** The call that makes a clone the collection of these facts. */
  initialization(facts: CollectionFacts, owner: Address): Hex
}

const economyV1: Implementation = {
  bytecode: collection721V1.bytecode,
  initialization: (facts, owner) =>
    encodeFunctionData({
      abi: collection721V1.abi,
      functionName: 'initialize',
      args: [facts.name, facts.symbol, facts.contractUri, BigInt(facts.supplyLimit), owner],
    }),
}

/** Nothing is sold from semi-fungible collections. */
const copies: Implementation = {
  bytecode: collection1155.bytecode,
  initialization: ({ name, symbol, contractUri: contractURI, supplyLimit }, owner) =>
    encodeFunctionData({
      abi: collection1155.abi,
      functionName: 'initialize',
      args: [{ name, symbol, contractURI, supplyLimit: BigInt(supplyLimit), owner }],
    }),
}

/** Every kind and version that there was, with how its initialising call is read. */
export const knownImplementations = [
  { contractKind: 'economy', contractVersion: 1, bytecode: collection721V1.bytecode, factsOf: factsOfV1 },
  { contractKind: 'economy', contractVersion: 2, bytecode: collection721.bytecode, factsOf },
  { contractKind: 'standard', contractVersion: 2, bytecode: standard721.bytecode, factsOf },
  { contractKind: 'copies', contractVersion: 2, bytecode: collection1155.bytecode, factsOf: factsOfCopies },
] as const

/** What the initialising call of a collection says of it. */
type InitialFacts = Pick<CollectionFacts, 'name' | 'symbol' | 'contractUri' | 'supplyLimit' | 'sale'>

function factsOfV1(call: Hex): InitialFacts | null {
  const { functionName, args } = decodeFunctionData({ abi: collection721V1.abi, data: call })
  if (functionName !== 'initialize') return null
  const [name, symbol, contractUri, supplyLimit] = args
  return { name, symbol, contractUri, supplyLimit: Number(supplyLimit), sale: null }
}

function factsOf(call: Hex): InitialFacts | null {
  const { functionName, args } = decodeFunctionData({ abi: collection721.abi, data: call })
  if (functionName !== 'initialize') return null
  const [{ name, symbol, contractURI: contractUri, supplyLimit, payments }] = args
  const sale = saleOf(payments.price, payments.payee, payments.saleSupply)
  return { name, symbol, contractUri, supplyLimit: Number(supplyLimit), sale }
}

function factsOfCopies(call: Hex): InitialFacts | null {
  const { functionName, args } = decodeFunctionData({ abi: collection1155.abi, data: call })
  if (functionName !== 'initialize') return null
  const [{ name, symbol, contractURI: contractUri, supplyLimit }] = args
  return { name, symbol, contractUri, supplyLimit: Number(supplyLimit), sale: null }
}

/**
 * The implementation of a collection's kind and version.
 * @throws Error for a kind and version that never was: only a database of something else can ask for it.
 */
export function implementationOf({ contractKind: kind, contractVersion: version }: CollectionFacts): Implementation {
  if (kind === 'economy' && version === 1) return economyV1
  if (kind === 'economy' && version === 2) return { bytecode: collection721.bytecode, initialization }
  if (kind === 'standard' && version === 2) return { bytecode: standard721.bytecode, initialization }
  if (kind === 'copies' && version === 2) return copies
  throw new Error(`There is no contract of the kind ${kind}, version ${version}.`)
}

/** Version 2 is initialised alike in every kind. */
function initialization(facts: CollectionFacts, owner: Address): Hex {
  const { name, symbol, contractUri: contractURI } = facts
  const [price, payee, saleSupply] = paymentsOf(facts.sale)
  const init = {
    name,
    symbol,
    contractURI,
    supplyLimit: BigInt(facts.supplyLimit),
    owner,
    payments: { price, payee, saleSupply },
  }
  return encodeFunctionData({ abi: collection721.abi, functionName: 'initialize', args: [init] })
}
