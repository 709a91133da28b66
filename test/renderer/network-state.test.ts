import { expect, it } from 'vitest'
import { isInUse, isResettable, shownState } from '../../src/renderer/src/ui/network/network-state.ts'

const rpc = (state: 'unused' | 'up' | 'lagging' | 'waiting' | 'disputed', latencyMs: number | null) =>
  ({ url: 'https://rpc.example', state, reason: null, latencyMs, head: 1 }) as const

it('a network is slow when each RPC that answers is late or behind', () => {
  expect(shownState({ state: 'up' })).toBe('up')
  expect(shownState({ state: 'up', rpcs: [rpc('up', 80), rpc('lagging', 90)] })).toBe('up')
  expect(shownState({ state: 'up', rpcs: [rpc('lagging', 80), rpc('waiting', null)] })).toBe('slow')
  expect(shownState({ state: 'up', rpcs: [rpc('up', 4_000)] })).toBe('slow')
  expect(shownState({ state: 'up', rpcs: [rpc('disputed', 80)] })).toBe('up')
  expect(shownState({ state: 'down', rpcs: [rpc('waiting', null)] })).toBe('down')
  expect(shownState({ state: 'idle', rpcs: [] })).toBe('idle')
})

it('the bar shows networks on which something was done, and none that is merely switched off', () => {
  expect(isInUse({ state: 'down', rpcs: [rpc('unused', null)] })).toBe(false)
  expect(isInUse({ state: 'down', rpcs: [rpc('waiting', null)] })).toBe(true)
  expect(isInUse({ state: 'idle' })).toBe(false)
  expect(isInUse({ state: 'down' })).toBe(true)
  expect(isInUse({ state: 'up' })).toBe(true)
})

it('a practice network that does not start can be reset as one that is up can', () => {
  expect((['idle', 'starting', 'up', 'down'] as const).filter((state) => isResettable({ state }))).toEqual([
    'up',
    'down',
  ])
})
