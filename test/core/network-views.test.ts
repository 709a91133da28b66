import { expect, it } from 'vitest'
import { isAskedInPassing, liveView, networkShownTo } from '../../src/core/api/app/network-views.ts'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import type { RpcStatus } from '../../src/core/chains/rpc/rpc-status.ts'

const networks = knownNetworks()

const rpc = (state: RpcStatus['state'], reason: string | null = null): RpcStatus => ({
  ...{ url: `https://${state}.example`, state, reason },
  ...{ latencyMs: null, head: null },
})

it.each([
  ['nobody used it', [rpc('unused')], 'idle', false],
  ['one of its RPCs answers', [rpc('waiting', 'no answer'), rpc('lagging')], 'up', true],
  ['all of its RPCs failed, and nothing else may ask them', [rpc('waiting', 'no answer')], 'down', true],
] as const)('a live network, where %s, is asked in passing as is right', (_, rpcs, state, asked) => {
  const view = liveView(networks.live('base'), rpcs)
  expect(view.state).toBe(state)
  expect(isAskedInPassing(view)).toBe(asked)
})

it('a live network with one RPC in use says that its word is believed', () => {
  expect(liveView(networks.live('base'), [rpc('up')]).notice).toMatch(/^One RPC: its word is believed/)
  expect(liveView(networks.live('base'), [rpc('unused')]).notice).toBeUndefined()
  expect(liveView(networks.live('base'), [rpc('up'), rpc('waiting')]).notice).toBeUndefined()
})

it('a live network whose RPCs contradict each other is up, and names them', () => {
  const view = liveView(networks.live('ethereum-sepolia'), [
    rpc('disputed', 'It says otherwise than B.'),
    rpc('outvoted', 'Two say otherwise.'),
  ])
  expect(view.state).toBe('up')
  expect(view.notice).toMatch(
    /^https:\/\/disputed\.example: It says otherwise than B\. https:\/\/outvoted\.example: Two say otherwise\. Ethereum/,
  )
})

it('a practice network that is down is not asked in passing: that would start it', () => {
  expect(isAskedInPassing({ kind: 'practice', state: 'down' })).toBe(false)
})

it('who signed in and is no admin sees of RPCs their hosts alone: an address may hold a key', () => {
  const url = 'https://rpc.example:8443/v2/s3cret?key=t0ken'
  const down = liveView(networks.live('base'), [{ ...rpc('waiting', `it did not answer at ${url}.`), url }])
  const said = JSON.stringify(networkShownTo({ role: 'minter' }, down))
  expect(said).toContain('https://rpc.example:8443: it did not answer at https://rpc.example:8443.')
  expect(said).not.toMatch(/s3cret|t0ken/)
  expect(
    JSON.stringify(networkShownTo({ role: 'viewer' }, liveView(networks.live('base'), [{ ...rpc('up'), url }]))),
  ).not.toContain('s3cret')
  for (const who of [null, { role: 'admin' }] as const) expect(networkShownTo(who, down)).toBe(down)
})
