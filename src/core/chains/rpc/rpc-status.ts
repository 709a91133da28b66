import type { RpcHealth } from './health.ts'

/** The status of an RPC of a list, for a person. */
export interface RpcStatus {
  /** Without its key. */
  url: string
  /**
   * `unused`: not asked yet; `wrong`: of another chain, left out; `waiting`: failed, asked again after a while; `outvoted`: two others
   * contradict it, left out for a while; `disputed`: another one contradicts it, and no third one decides.
   */
  state: 'unused' | 'up' | 'lagging' | 'waiting' | 'wrong' | 'outvoted' | 'disputed'
  /** Its problem, a sentence; null: none. */
  reason: string | null
  latencyMs: number | null
  head: number | null
}

/** What is known of an RPC of a list. */
export interface Standing {
  health: RpcHealth
  /** Checked to be of the right chain since its last failure. */
  verified: boolean
  /** Why it is left out: another chain. */
  wrong: string | null
  /** Two others contradicted it. */
  outvoted: boolean
  /** The RPCs that contradict it, while no two agree. */
  disputedBy: readonly string[]
  /** Its last error, in a few words. */
  lastFault: string | null
  used: boolean
}

/** `lag`: blocks that the RPC is behind the newest of the list; up to `tolerated` it counts as up. */
export interface Now {
  time: number
  lag: number
  tolerated: number
}

export function stateOf(rpc: Standing, { time, lag, tolerated }: Now): RpcStatus['state'] {
  if (rpc.wrong !== null) return 'wrong'
  if (!rpc.used) return 'unused'
  if (rpc.outvoted) return 'outvoted'
  if (!rpc.verified || rpc.health.waitUntil > time) return 'waiting'
  if (rpc.disputedBy.length > 0) return 'disputed'
  return lag > tolerated ? 'lagging' : 'up'
}

/** Why the RPC is not used; null where no problem is known. */
export function reasonOf({ wrong, outvoted, lastFault }: Standing): string | null {
  if (wrong !== null) return wrong
  if (outvoted) return 'Two other RPCs say otherwise about what is on the chain: it is left out for a while.'
  return lastFault === null ? null : `${lastFault.replace(/\.+$/, '')}.`
}

/** The status of the RPC, for a person. */
export function statusOf(rpc: Standing, now: Now): Omit<RpcStatus, 'url'> {
  const state = stateOf(rpc, now)
  return {
    state,
    reason: state === 'up' || state === 'unused' ? null : matterWith(rpc, state, now),
    latencyMs: rpc.health.latency === null ? null : Math.round(rpc.health.latency),
    head: rpc.health.head?.number ?? null,
  }
}

function matterWith(rpc: Standing, state: RpcStatus['state'], { lag, tolerated }: Now): string | null {
  if (state === 'disputed') return `It says otherwise than ${rpc.disputedBy.join(' and ')} about what is on the chain.`
  return reasonOf(rpc) ?? (lag > tolerated ? `It is ${lag} blocks behind.` : null)
}

/** Why no RPC of a list can be used now. @param each the problem of each RPC, with its name */
export function noneUsable(label: string, each: readonly string[]): string {
  if (each.length === 0) return `There is no RPC for ${label}: name one in Settings, or with "mintdesk networks set".`
  if (each.length === 1)
    return `The RPC of ${label} cannot be used now; it is tried again by itself, and Settings takes more of them. ${each[0]}`
  return `None of the ${each.length} RPCs of ${label} can be used now; they are tried again by themselves. ${each.join(' ')}`
}
