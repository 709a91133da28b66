import { CoreError } from '../../lib/errors.ts'

/** Ours: more RPCs than that for one chain help nobody. */
const mostRpcs = 10

/**
 * How an RPC's address is shown: its host, and the last four characters of what comes after it, which may be a provider's key.
 * @param publicOnes addresses that everybody knows, which are shown whole
 */
export function shownRpc(url: string, publicOnes: readonly string[] = []): string {
  if (publicOnes.includes(url)) return url
  const { origin, pathname, search } = new URL(url)
  const rest = `${pathname}${search}`
  return rest === '/' ? origin : `${origin}/…${rest.length > 12 ? rest.slice(-4) : ''}`
}

/**
 * Reads a list of RPC addresses as a person gave it. An entry that is shown like one of the addresses that were there (`…` for its
 * key) stands for that one, so that a list can be edited without being told its keys.
 * @throws CoreError `rpc.address`, `rpc.none`, `rpc.twice` with the entry and the cure; `rpc.insecure` for a new one that anybody on the way
 *   could read and change; no key in it
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

/** Whether a host is this computer itself, which nobody stands on the way to. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
