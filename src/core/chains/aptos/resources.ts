import type { z } from 'zod'
import { anyResources } from './rpc/answers.ts'
import { isAbsent } from './rpc/fault.ts'
import type { AptosRpc } from './rpc/rpc.ts'

/** Ours: requests to one node at a time. */
const requestsAtOnce = 8

/** A resource of an account or an object; null if it has no such resource. @param type `0x4::collection::Collection` */
export async function resourceOf<Schema extends z.ZodType>(
  node: AptosRpc,
  address: string,
  type: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    return (await node.ask(`/accounts/${address}/resource/${type}`, schema)).value
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** All resources at an address, by type; empty if there is nothing. */
export async function resourcesOf(node: AptosRpc, address: string): Promise<Map<string, unknown>> {
  try {
    const { value } = await node.ask(`/accounts/${address}/resources?limit=100`, anyResources)
    return new Map(value.map((one) => [one.type, one]))
  } catch (error) {
    if (isAbsent(error)) return new Map()
    throw error
  }
}

/** Calls `ask` for each item, a few at a time; results are in the order of the items. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const found: Result[] = []
  for (let from = 0; from < items.length; from += requestsAtOnce)
    found.push(...(await Promise.all(items.slice(from, from + requestsAtOnce).map(ask))))
  return found
}
