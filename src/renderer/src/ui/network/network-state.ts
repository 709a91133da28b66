import type { Network } from '../../../../shared/app-api.ts'

export type ShownState = Network['state'] | 'slow'

/** Ours, ms: a person notices it, and a run takes longer. */
const slowMs = 1_500

/** Whether a network has been asked for anything: not one that is ready or switched off, and that nothing was done on. */
export function isInUse({ state, rpcs }: Pick<Network, 'state' | 'rpcs'>): boolean {
  return state !== 'idle' && (rpcs === undefined || rpcs.some((rpc) => rpc.state !== 'unused'))
}

/** Why a network is down, or what else is to be known of it; '' when nothing. What it lacks is had by a button beside it. */
export function whyNot({ needs, reason, notice }: Pick<Network, 'needs' | 'reason' | 'notice'>): string {
  if (needs === 'programs') return 'It needs the programs of Metaplex, which Mintdesk may not ship: get them once.'
  return reason ?? notice ?? ''
}

/** `slow`: up, and every RPC that answers is behind the others or takes long. */
export function shownState({ state, rpcs = [] }: Pick<Network, 'state' | 'rpcs'>): ShownState {
  const answering = rpcs.filter(({ state }) => state === 'up' || state === 'lagging' || state === 'disputed')
  const slow = answering.every((rpc) => rpc.state === 'lagging' || (rpc.latencyMs ?? 0) > slowMs)
  return state === 'up' && answering.length > 0 && slow ? 'slow' : state
}
