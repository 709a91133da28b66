import { CoreError } from '../../lib/errors.ts'

/** Ours: more RPCs than this for one chain have no use. */
const mostRpcs = 10

/**
 * An RPC's address for display: its origin and the last four characters of the rest, which may contain a provider's key.
 * @param publicOnes public addresses, which are shown whole
 */
export function shownRpc(url: string, publicOnes: readonly string[] = []): string {
  if (publicOnes.includes(url)) return url
  const { origin, pathname, search } = new URL(url)
  const rest = `${pathname}${search}`
  return rest === '/' ? origin : `${origin}/…${rest.length > 12 ? rest.slice(-4) : ''}`
}

/**
 * Reads a list of RPC addresses that a person gave. An entry in the displayed form (`…` for its key) stands for the address in `before`
 * with that form, so that a person can edit a list without seeing its keys.
 * @throws CoreError `rpc.address`, `rpc.none`, `rpc.many`, `rpc.twice` with the entry and the cure; `rpc.insecure` for a new address whose
 *   traffic others could read and change; no message contains a key
 */
export function readRpcList(
  given: readonly string[],
  before: readonly string[],
  publicOnes: readonly string[],
): string[] {
  const urls = given.map((text) => before.find((url) => shownRpc(url, publicOnes) === text.trim()) ?? readRpc(text))
  if (urls.length === 0)
    throw new CoreError('rpc.none', 'Name at least one RPC address, or go back to the default list.')
  if (urls.length > mostRpcs)
    throw new CoreError('rpc.many', `That are ${urls.length} RPC addresses; ${mostRpcs} for a network are enough.`)
  const twice = urls.find((url, place) => urls.indexOf(url) !== place)
  if (twice !== undefined)
    throw new CoreError('rpc.twice', `The RPC ${shownRpc(twice, publicOnes)} is in the list twice: leave one out.`)
  return urls
}

function readRpc(text: string): string {
  const trimmed = text.trim()
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '')
    throw new CoreError(
      'rpc.address',
      `${JSON.stringify(trimmed.slice(0, 24))}${trimmed.length > 24 ? '…' : ''} is not the address of an RPC: it begins with https:// (or http:// on your own machine).`,
    )
  if (url.username !== '' || url.password !== '')
    throw new CoreError(
      'rpc.address',
      `The RPC address at ${url.host} holds a user name or password, which cannot be sent so: use an address with a key in its path.`,
    )
  if (trimmed.includes('…'))
    throw new CoreError(
      'rpc.address',
      `The RPC address at ${url.host} is not in the list as it is shown: give it whole.`,
    )
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw new CoreError(
      'rpc.insecure',
      `The RPC at ${url.host} is asked without encryption, so that anybody on the way could change what it says: use its https:// address. http:// is for an RPC on this machine.`,
    )
  url.hash = ''
  return url.href.endsWith('/') && url.search === '' ? url.href.slice(0, -1) : url.href
}

/** Whether a host is this computer itself, so that nobody can intercept the traffic. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
