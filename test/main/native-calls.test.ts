import { expect, it, vi } from 'vitest'
import { answerNativeCalls, type NativeHandlers } from '../../src/main/native-calls.ts'

type Listener = Parameters<Parameters<typeof answerNativeCalls>[0]['handle']>[1]
type CallEvent = Parameters<Listener>[0]

/** The calls as main has registered them, for a frame that is or is not ours. */
function setUp(isOurs: boolean) {
  const listeners = new Map<string, Listener>()
  const handlers = {
    'pick-folder': vi.fn(async () => '/folder'),
    'set-progress': vi.fn(),
    notify: vi.fn(),
    'show-data-folder': vi.fn(),
    'sign-in': vi.fn(),
    'take-opened': vi.fn(async () => ['id']),
    'take-page': vi.fn(() => null),
    'login-start': vi.fn(() => false),
    'set-login-start': vi.fn(),
    updates: vi.fn(() => ({ state: { kind: 'off' as const }, problem: null, checkedAt: null })),
    'set-updates': vi.fn(),
    'check-updates': vi.fn(),
    'download-update': vi.fn(),
  } satisfies NativeHandlers
  answerNativeCalls({ handle: (name, listener) => void listeners.set(name, listener) }, () => isOurs, handlers)
  const call = (name: string, ask?: unknown): unknown => listeners.get(name)?.({ senderFrame: null } as CallEvent, ask)
  return { handlers, call }
}

it('answers the calls of its own page', async () => {
  const { handlers, call } = setUp(true)
  await expect(call('pick-folder')).resolves.toBe('/folder')
  call('set-progress', 0.5)
  call('set-progress', null)
  call('notify', { title: 'Done', body: '500 NFTs minted' })
  call('show-data-folder')
  call('sign-in')
  expect(handlers['sign-in']).toHaveBeenCalledOnce()
  expect(handlers['show-data-folder']).toHaveBeenCalledOnce()
  expect(handlers['set-progress'].mock.calls).toEqual([[0.5], [null]])
  expect(handlers.notify).toHaveBeenCalledWith({ title: 'Done', body: '500 NFTs minted' })
})

it('refuses every call of any other frame', () => {
  const { handlers, call } = setUp(false)
  for (const name of ['pick-folder', 'set-progress', 'notify', 'show-data-folder', 'set-updates', 'download-update'])
    expect(() => call(name)).toThrow('Only the window of Mintdesk')
  for (const handler of Object.values(handlers)) expect(handler).not.toHaveBeenCalled()
})

it('refuses what a call cannot carry', () => {
  const { handlers, call } = setUp(true)
  for (const ask of [2, -1, Number.NaN, '0.5', undefined]) expect(() => call('set-progress', ask)).toThrow()
  for (const ask of [{}, { title: '', body: 'x' }, { title: 'x'.repeat(201), body: '' }])
    expect(() => call('notify', ask)).toThrow()
  expect(() => call('pick-folder', '/etc')).toThrow()
  expect(() => call('set-updates', 'on')).toThrow()
  expect(() => call('download-update', 'https://elsewhere.example/')).toThrow()
  for (const handler of Object.values(handlers)) expect(handler).not.toHaveBeenCalled()
})
