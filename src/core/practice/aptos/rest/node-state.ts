import type { AptosChain } from '../ledger/chain.ts'
import { aptStoreOf, longAddress } from '../state/addresses.ts'
import { invalidInput, RestFault } from './rest-fault.ts'

/** What the routes of a node work with. */
export interface NodeState {
  chain: AptosChain
  /** Schedules a block for the waiting transactions. */
  wake(): void
  /** Resolves at the next block, or after this many milliseconds. */
  nextBlock(atMost: number): Promise<void>
}

export interface RouteRequest {
  /** The open parts of the route's path, in their order. */
  parts: readonly string[]
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** A route's answer: JSON with a status. */
export interface RouteAnswer {
  status?: number
  json: unknown
  headers?: Record<string, string>
}

export type Route = (node: NodeState, request: RouteRequest) => RouteAnswer | Promise<RouteAnswer>

/** The address in a path. @throws RestFault */
export function addressIn(text: string | undefined): string {
  try {
    return longAddress(text ?? '')
  } catch {
    throw invalidInput(`Invalid account address ${JSON.stringify(text)}`)
  }
}

/** A count in a path or a query. @throws RestFault */
export function countIn(text: string | null | undefined, otherwise: number, most = Number.MAX_SAFE_INTEGER): number {
  if (text === null || text === undefined) return otherwise
  if (!/^\d{1,20}$/.test(text)) throw invalidInput(`${JSON.stringify(text)} is no number`)
  return Math.min(Number(text), most)
}

/** The version that a request asks about; undefined: the newest. @throws RestFault */
export function versionIn({ chain }: NodeState, query: URLSearchParams): number | undefined {
  const text = query.get('ledger_version')
  if (text === null) return undefined
  const version = countIn(text, 0)
  if (version > chain.head().version) throw versionNotFound(version)
  return version
}

export function versionNotFound(version: number): RestFault {
  return new RestFault(404, 'version_not_found', `Ledger version not found by Ledger version(${version})`)
}

/** The JSON of a body. @throws RestFault */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw invalidInput('The body is not JSON.')
  }
}

/** Finds whose APT store lies at an address. */
export function storeOwnerIn({ chain }: NodeState): (address: string) => string | undefined {
  return (address) => {
    for (const [owner] of chain.state.balances.values()) if (aptStoreOf(owner) === address) return owner
    return undefined
  }
}
