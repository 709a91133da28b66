import type { Network } from '../shared/app-api.ts'
import type { ChainName } from '../shared/chains.ts'
import { oneRpc } from '../shared/rpc-words.ts'
import { type LiveChain, liveNetworkOf, networkOf } from './chains/networks.ts'
import type { RpcStatus } from './chains/rpc/pool.ts'
import type { CoreError } from './errors.ts'
import type { SolanaStatus } from './practice/solana/network.ts'
import type { PracticeStatus } from './practice/types.ts'

/** A practice network as the window and the command line see it. */
export function practiceView({
  chain,
  label,
  chainId,
  rpcUrl,
  state,
  reason,
  notice,
}: Pick<PracticeStatus, 'label' | 'chainId' | 'rpcUrl' | 'state' | 'reason' | 'notice'> & {
  chain: ChainName
}): Network {
  const { symbol, decimals } = networkOf(chain).currency
  return {
    chain,
    label,
    kind: 'practice',
    chainId,
    rpcUrl,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(notice === undefined ? {} : { notice }),
    currency: { symbol, decimals },
    explorer: null,
  }
}

/**
 * The practice network of Solana as the window and the command line see it.
 * @param lacks what keeps it from starting on this machine; null: nothing
 */
export function practiceSolanaView(
  { state, rpcUrl, reason }: Pick<SolanaStatus, 'state' | 'rpcUrl' | 'reason'>,
  lacks: CoreError | null,
): Network {
  const { label, currency } = networkOf('solana')
  const idle = rpcUrl === null && lacks !== null
  const why = idle ? lacks.message : reason
  return {
    ...{ chain: 'solana', label, kind: 'practice', chainId: null, rpcUrl, explorer: null },
    state: idle ? 'idle' : state,
    ...(idle ? { needs: 'programs' as const } : {}),
    ...(why === undefined ? {} : { reason: why }),
    currency: { symbol: currency.symbol, decimals: currency.decimals },
  }
}

/**
 * A live network as the window and the command line see it.
 * @param statuses how its RPCs stand; empty before the first use
 */
export function liveView(chain: LiveChain, statuses: readonly RpcStatus[]): Network {
  const { label, chainId, currency, explorer, off, remark } = liveNetworkOf(chain)
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

/** What a person should know: which RPCs do not say the same, that there is one alone, what is about to happen to the network. */
function noticeOf(statuses: readonly RpcStatus[], remark: string | undefined): { notice?: string } {
  const doubtful = statuses.filter(({ state }) => state === 'disputed' || state === 'outvoted')
  const said = doubtful.map(({ url, reason }) => `${url}: ${reason ?? 'It says otherwise than others.'}`)
  const alone = statuses.length === 1 && statuses.some(({ state }) => state !== 'unused') ? [oneRpc] : []
  const sentences = [...said, ...alone, ...(remark === undefined ? [] : [remark])]
  return sentences.length === 0 ? {} : { notice: sentences.join(' ') }
}

/** Whether a look at the window asks a network something. That starts none; a live one that failed tells only when asked that it is back. */
export function isAskedInPassing({ kind, state }: Pick<Network, 'kind' | 'state'>): boolean {
  return state === 'up' || (kind === 'live' && state === 'down')
}
