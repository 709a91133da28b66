import type { Network } from '../../../../shared/app-api.ts'

export type ShownState = Network['state'] | 'slow'

/** Ours, ms: a person notices such a delay, and it makes a run longer. */
const slowMs = 1_500

/** Whether anything was asked of a network; false for one that is only ready or switched off. */
export function isInUse({ state, rpcs }: Pick<Network, 'state' | 'rpcs'>): boolean {
  return state !== 'idle' && (rpcs === undefined || rpcs.some((rpc) => rpc.state !== 'unused'))
}

/** Whether a practice network can be reset. One that does not start can: its record may be what keeps it from that. */
export function isResettable({ state }: Pick<Network, 'state'>): boolean {
  return state === 'up' || state === 'down'
}

/** Why a network is down, or its notice; '' when there is none. A button beside it gets what the network lacks. */
export function whyNot({ needs, reason, notice }: Pick<Network, 'needs' | 'reason' | 'notice'>): string {
  if (needs === 'programs') return 'It needs the programs of Metaplex, which Mintdesk may not ship: get them once.'
  return reason ?? notice ?? ''
}

/** `slow`: up, but every RPC that answers is behind the others or takes long. */
export function shownState({ state, rpcs = [] }: Pick<Network, 'state' | 'rpcs'>): ShownState {
  const answering = rpcs.filter(({ state }) => state === 'up' || state === 'lagging' || state === 'disputed')
  const slow = answering.every((rpc) => rpc.state === 'lagging' || (rpc.latencyMs ?? 0) > slowMs)
  return state === 'up' && answering.length > 0 && slow ? 'slow' : state
}
