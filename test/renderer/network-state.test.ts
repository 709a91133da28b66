import { expect, it } from 'vitest'
import { shownState } from '../../src/renderer/src/ui/network-state.ts'

const rpc = (state: 'up' | 'lagging' | 'waiting', latencyMs: number | null) =>
  ({ url: 'https://rpc.example', state, reason: null, latencyMs, head: 1 }) as const

it('a network is slow when each RPC that answers is late or behind', () => {
  expect(shownState({ state: 'up' })).toBe('up')
  expect(shownState({ state: 'up', rpcs: [rpc('up', 80), rpc('lagging', 90)] })).toBe('up')
  expect(shownState({ state: 'up', rpcs: [rpc('lagging', 80), rpc('waiting', null)] })).toBe('slow')
  expect(shownState({ state: 'up', rpcs: [rpc('up', 4_000)] })).toBe('slow')
  expect(shownState({ state: 'down', rpcs: [rpc('waiting', null)] })).toBe('down')
  expect(shownState({ state: 'idle', rpcs: [] })).toBe('idle')
})
