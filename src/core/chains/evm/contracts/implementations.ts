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

/** What collections of one kind are clones of. */
interface Implementation {
  /** Creation code of the implementation, which is deployed once on each chain. */
  bytecode: Hex
  /** Where it is on every chain. */
  address: Address
  /** The call that makes a clone the collection of these facts. */
  initialization(facts: CollectionFacts, owner: Address): Hex
  /** What the initialising call of a collection says of it; null of any other call. */
  factsOf(call: Hex): InitialFacts | null
}

type InitialFacts = Pick<CollectionFacts, 'name' | 'symbol' | 'contractUri' | 'supplyLimit' | 'sale'>

/** What goes before metadata that is known by its digest: as for the contract's own; '' for IPFS. */
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

/** Nothing is sold from semi-fungible collections. */
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

/** Found once: clients, of which every round of the engine makes some, ask for it again and again. */
function placed(bytecode: Hex): Pick<Implementation, 'bytecode' | 'address'> {
  return { bytecode, address: deployedAt(bytecode) }
}

/** Every kind that there is, at the one version that there is of each. */
export const implementations: Readonly<Record<string, Implementation>> = {
  economy: { ...placed(collection721.bytecode), ...ofTokens },
  standard: { ...placed(standard721.bytecode), ...ofTokens },
  copies: { ...placed(collection1155.bytecode), ...ofCopies },
}

/**
 * The implementation of a collection's kind and version.
 * @throws Error for a kind and version that never was: only a database of something else can ask for it.
 */
export function implementationOf({ contractKind: kind, contractVersion: version }: CollectionFacts): Implementation {
  const implementation = version === contractVersion ? implementations[kind] : undefined
  if (implementation === undefined) throw new Error(`There is no contract of the kind ${kind}, version ${version}.`)
  return implementation
}
