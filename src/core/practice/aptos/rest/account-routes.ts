import { aptType } from '../framework/coins.ts'
import { parseType, typeText } from '../move-types.ts'
import { aptMetadata, longAddress, shortAddress } from '../state/addresses.ts'
import { moduleAbi, modulesOf } from './abis.ts'
import { moduleBytes } from './module-bytes.ts'
import { hex } from './move-values.ts'
import { addressIn, countIn, type Route, storeOwnerIn, versionIn } from './node-state.ts'
import { resourcesAt } from './resources.ts'
import { invalidInput, RestFault } from './rest-fault.ts'
import { versionJson } from './transaction-json.ts'

/** `/accounts/…` */
export const account: Route = (node, { parts, query }) => {
  const address = addressIn(parts[0])
  // Every address is an account, even before its first transaction (AIP-115).
  const found = node.chain.state.accounts.get(address, versionIn(node, query)) ?? { sequence: 0n, key: address }
  return { json: { sequence_number: found.sequence.toString(), authentication_key: found.key } }
}

export const resources: Route = (node, { parts, query }) => ({
  json: resourcesAt(node.chain.state, addressIn(parts[0]), versionIn(node, query), storeOwnerIn(node)),
})

export const resource: Route = (node, { parts, query }) => {
  const [address, asked] = [addressIn(parts[0]), parts[1] ?? '']
  const type = typeOf(asked)
  const version = versionIn(node, query)
  const found = resourcesAt(node.chain.state, address, version, storeOwnerIn(node)).find((one) => one.type === type)
  if (found) return { json: found }
  throw new RestFault(
    404,
    'resource_not_found',
    `Resource not found by Address(${shortAddress(address)}), Struct tag(${type}) and Ledger version(${version ?? node.chain.head().version})`,
  )
}

export const modules: Route = (_, { parts }) => ({
  json: modulesOf(shortAddress(addressIn(parts[0]))).map((abi) => ({ bytecode: hex(moduleBytes(abi)), abi })),
})

export const module: Route = (node, { parts }) => {
  const [address, name = ''] = [shortAddress(addressIn(parts[0])), parts[1]]
  const abi = moduleAbi(address, name)
  if (abi) return { json: { bytecode: hex(moduleBytes(abi)), abi } }
  throw new RestFault(
    404,
    'module_not_found',
    `Module not found by Address(${address}), Module name(${name}) and Ledger version(${node.chain.head().version})`,
  )
}

export const balance: Route = (node, { parts, query }) => {
  const [address, asset = ''] = [addressIn(parts[0]), parts[1]]
  const isApt = asset.includes('::') ? typeOf(asset) === aptType : longAddress(asset) === aptMetadata
  const octas = isApt ? (node.chain.state.balances.get(address, versionIn(node, query)) ?? 0n) : 0n
  // A fullnode's answer is a bare number.
  return { json: Number(octas) }
}

export const accountTransactions: Route = ({ chain }, { parts, query }) => {
  const address = addressIn(parts[0])
  const limit = countIn(query.get('limit'), 25, 100)
  const start = query.get('start')
  const rows =
    start === null
      ? chain.ledger.lastOfSender(address, limit)
      : chain.ledger.bySender(address, countIn(start, 0), limit)
  return {
    json: rows.flatMap((one) => {
      const block = chain.ledger.block('height', one.height)
      return block ? [versionJson(one, block)] : []
    }),
  }
}

function typeOf(text: string): string {
  try {
    return typeText(parseType(text))
  } catch {
    throw invalidInput(`Invalid struct tag ${JSON.stringify(text)}`)
  }
}
