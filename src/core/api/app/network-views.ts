import { mayDo, type Network } from '../../../shared/app-api.ts'
import { oneRpc } from '../../../shared/words/rpc-words.ts'
import type { PracticeStatus } from '../../chains/family/practice.ts'
import type { KnownNetworks, LiveNetworkFacts } from '../../chains/networks.ts'
import type { RpcStatus } from '../../chains/rpc/rpc-status.ts'
import type { SessionPerson } from '../../store/installation/sessions.ts'

/** A practice network as the window and the command line see it. */
export function practiceView({ chain, ...status }: PracticeStatus, networks: Pick<KnownNetworks, 'of'>): Network {
  const { symbol, decimals } = networks.of(chain).currency
  return { chain, ...status, kind: 'practice', currency: { symbol, decimals }, explorer: null }
}

/**
 * A live network as the window and the command line see it.
 * @param statuses of its RPCs; empty before the first use
 */
export function liveView(facts: LiveNetworkFacts, statuses: readonly RpcStatus[]): Network {
  const { name: chain, label, chainId, currency, explorer, off, remark } = facts
  const up = statuses.filter(({ state }) => state === 'up' || state === 'lagging' || state === 'disputed')
  const used = statuses.some(({ state }) => state !== 'unused')
  const state = off !== undefined ? 'down' : up.length > 0 ? 'up' : used ? 'down' : 'idle'
  const reason = off ?? statuses.map(({ url, reason }) => `${url}: ${reason ?? 'no answer'}`).join(' ')
  return {
    chain,
    label,
    kind: 'live',
    chainId,
    rpcUrl: up[0]?.url ?? null,
    state,
    ...(state === 'down' ? { reason } : {}),
    ...noticeOf(statuses, remark),
    currency: { symbol: currency.symbol, decimals: currency.decimals },
    explorer: explorer ?? null,
    rpcs: [...statuses],
  }
}

/** Publishes a live network only when its state, or that of one of its RPCs, differs from what was last published. */
export function newsOnly(tell: (network: Network) => void): (network: Network) => void {
  const lastPublished = new Map<string, string>()
  return (network) => {
    const seen = JSON.stringify([network.state, network.rpcs?.map(({ state }) => state)])
    if (lastPublished.get(network.chain) === seen) return
    lastPublished.set(network.chain, seen)
    tell(network)
  }
}

/** Warnings for a person: which RPCs disagree, that there is only one, what is about to happen to the network. */
function noticeOf(statuses: readonly RpcStatus[], remark: string | undefined): { notice?: string } {
  const doubtful = statuses.filter(({ state }) => state === 'disputed' || state === 'outvoted')
  const said = doubtful.map(({ url, reason }) => `${url}: ${reason ?? 'It says otherwise than others.'}`)
  const alone = statuses.length === 1 && statuses.some(({ state }) => state !== 'unused') ? [oneRpc] : []
  const sentences = [...said, ...alone, ...(remark === undefined ? [] : [remark])]
  return sentences.length === 0 ? {} : { notice: sentences.join(' ') }
}

/** A network as a signed-in person sees it. RPC addresses may contain a provider's key, so only admins see more than the hosts. */
export function networkShownTo(person: Pick<SessionPerson, 'role'> | null | undefined, network: Network): Network {
  if (!person || mayDo(person.role, 'admin') || network.kind !== 'live') return network
  const { rpcs: _rpcs, reason, notice, ...rest } = network
  return {
    ...rest,
    rpcUrl: null,
    ...(reason === undefined ? {} : { reason: hostsOnly(reason) }),
    ...(notice === undefined ? {} : { notice: hostsOnly(notice) }),
  }
}

/** `https://rpc.example/v2/key: no answer` → `https://rpc.example: no answer` */
function hostsOnly(text: string): string {
  return text.replace(
    /\b(https?|wss?):\/\/(?:[^\s/@]*@)?([^\s/?#:]+(?::\d+)?)(?:[/?#][^\s]*?)?(?=[:,.;)]?(?:\s|$))/g,
    '$1://$2',
  )
}

/** Whether loading the window queries a network, without starting it. A failed live network is asked: only an answer shows that it is back. */
export function isAskedInPassing({ kind, state }: Pick<Network, 'kind' | 'state'>): boolean {
  return state === 'up' || (kind === 'live' && state === 'down')
}
