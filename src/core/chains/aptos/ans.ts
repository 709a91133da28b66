import { z } from 'zod'
import { type NameAnswer, type NamesClient, resolveEach, unknownName } from '../family/names.ts'
import { normalAddress } from './addresses.ts'
import { type AptosRpc, AptosRpcError } from './rpc/rpc.ts'

/** A Move `Option`: a list of no or one element. */
const answer = z.tuple([z.object({ vec: z.array(z.string().regex(/^0x[0-9a-f]{1,64}$/i)).max(1) })])

/** Names of the Aptos Name Service: `name.apt`, or `sub.name.apt`. @param router the address that holds its module `router` */
export function ansNames(rpc: () => Promise<AptosRpc>, router: string): NamesClient {
  async function one(input: string): Promise<NameAnswer> {
    const parts = nameParts(input)
    if (parts === null) return { kind: 'none', why: noName(input) }
    const { domain, subdomain } = parts
    const name = `${subdomain === null ? '' : `${subdomain}.`}${domain}.apt`
    const json = {
      function: `${router}::router::get_target_addr`,
      type_arguments: [],
      arguments: [domain, { vec: subdomain === null ? [] : [subdomain] }],
    }
    try {
      const [target] = (await (await rpc()).ask('/view', answer, { json })).value
      const [address] = target.vec
      if (address !== undefined) return { kind: 'address', address: normalAddress(address), remarks: [] }
      return { kind: 'none', why: `${name} leads to no address: check how it is written, or write the address.` }
    } catch (error) {
      // The module aborts for a name that is not registered.
      if (error instanceof AptosRpcError && /abort/i.test(error.message))
        return { kind: 'none', why: `${name} is nobody’s name: check how it is written, or write the address.` }
      return unknownName(error)
    }
  }
  return { resolve: (names) => resolveEach(names, one) }
}

/** Why a text is no name of Aptos; null where it may be one. */
export function ansFault(input: string): string | null {
  return nameParts(input) === null ? noName(input) : null
}

function noName(input: string): string {
  return `${JSON.stringify(input.slice(0, 60))} is no name of Aptos: it has 3 to 63 of the letters a to z, digits and hyphens, and one part before that at most (sub.name.apt).`
}

/** The parts of a name in lower case; null if it is no name (aptos-ts-sdk, `isValidANSName`). */
export function nameParts(input: string): { domain: string; subdomain: string | null } | null {
  const [first = '', second, ...rest] = input
    .trim()
    .toLowerCase()
    .replace(/\.apt$/, '')
    .split('.')
  const [domain, subdomain] = second === undefined ? [first, null] : [second, first]
  const isPart = (part: string) => /^[a-z\d][a-z\d-]{1,61}[a-z\d]$/.test(part)
  if (rest.length > 0 || !isPart(domain) || (subdomain !== null && !isPart(subdomain))) return null
  return { domain, subdomain }
}
