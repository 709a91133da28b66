import { type Address, decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../../../../resources/contracts/artifacts/collection-1155.ts'
import { standard721 } from '../../../../../resources/contracts/artifacts/standard-721.ts'
import { contractVersion } from '../../../../shared/contract-features.ts'
import { ipfsPrefix, prefixOf } from '../../../lib/uri-prefix.ts'
import type { CollectionFacts } from '../../family/collections.ts'
import { paymentsOf } from './calls.ts'
import { deployedAt } from './deployer.ts'
import { saleOf } from './settings.ts'

/** The contract of which collections of one kind are clones. */
interface Implementation {
  /** Creation code of the implementation, which is deployed once on each chain. */
  bytecode: Hex
  /** Its address on every chain. */
  address: Address
  /** The call that initialises a clone with these facts. */
  initialization(facts: CollectionFacts, owner: Address): Hex
  /** The facts in the initialising call of a collection; null for any other call. */
  factsOf(call: Hex): InitialFacts | null
}

type InitialFacts = Pick<CollectionFacts, 'name' | 'symbol' | 'contractUri' | 'supplyLimit' | 'sale'>

/** The URI prefix for metadata stored as a digest: the same as of the contract's own metadata; '' for IPFS. */
function prefixIn(contractUri: string): string {
  const prefix = prefixOf(contractUri)
  return prefix === ipfsPrefix ? '' : prefix
}

const ofTokens = {
  initialization(facts: CollectionFacts, owner: Address): Hex {
    const { name, symbol, contractUri: contractURI } = facts
    const [price, payee, saleSupply] = paymentsOf(facts.sale)
    const payments = { price, payee, saleSupply }
    const uriPrefix = prefixIn(contractURI)
    const supplyLimit = BigInt(facts.supplyLimit)
    return encodeFunctionData({
      abi: collection721.abi,
      functionName: 'initialize',
      args: [{ name, symbol, contractURI, uriPrefix, supplyLimit, owner, payments }],
    })
  },
  factsOf(call: Hex): InitialFacts | null {
    const { functionName, args } = decodeFunctionData({ abi: collection721.abi, data: call })
    if (functionName !== 'initialize') return null
    const [{ name, symbol, contractURI: contractUri, supplyLimit, payments }] = args
    const sale = saleOf(payments.price, payments.payee, payments.saleSupply)
    return { name, symbol, contractUri, supplyLimit: Number(supplyLimit), sale }
  },
}

/** Semi-fungible collections have no sale. */
const ofCopies = {
  initialization({ name, symbol, contractUri: contractURI, supplyLimit }: CollectionFacts, owner: Address): Hex {
    const uriPrefix = prefixIn(contractURI)
    return encodeFunctionData({
      abi: collection1155.abi,
      functionName: 'initialize',
      args: [{ name, symbol, contractURI, uriPrefix, supplyLimit: BigInt(supplyLimit), owner }],
    })
  },
  factsOf(call: Hex): InitialFacts | null {
    const { functionName, args } = decodeFunctionData({ abi: collection1155.abi, data: call })
    if (functionName !== 'initialize') return null
    const [{ name, symbol, contractURI: contractUri, supplyLimit }] = args
    return { name, symbol, contractUri, supplyLimit: Number(supplyLimit), sale: null }
  },
}

/** Computed once, because every round of the engine makes clients that need the address. */
function placed(bytecode: Hex): Pick<Implementation, 'bytecode' | 'address'> {
  return { bytecode, address: deployedAt(bytecode) }
}

/** All contract kinds; each has one version. */
export const implementations: Readonly<Record<string, Implementation>> = {
  economy: { ...placed(collection721.bytecode), ...ofTokens },
  standard: { ...placed(standard721.bytecode), ...ofTokens },
  copies: { ...placed(collection1155.bytecode), ...ofCopies },
}

/**
 * The implementation of a collection's kind and version.
 * @throws Error for a kind and version that never existed: only a foreign database can contain it.
 */
export function implementationOf({ contractKind: kind, contractVersion: version }: CollectionFacts): Implementation {
  const implementation = version === contractVersion ? implementations[kind] : undefined
  if (implementation === undefined) throw new Error(`There is no contract of the kind ${kind}, version ${version}.`)
  return implementation
}
