import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { quitInOrder } from '../../src/main/quitting.ts'

/** @param mayClose whether nothing is under way that the person is asked about */
function setUp({ mayClose = true } = {}) {
  const did: string[] = []
  let closed: () => void = () => undefined
  let notClosed: (why: Error) => void = () => undefined
  const closing = new Promise<void>((resolve, reject) => {
    closed = resolve
    notClosed = reject
  })
  const events = new EventEmitter()
  const powerMonitor = new EventEmitter()
  const signals = new EventEmitter()
  /** As Electron does: the second event is raised only if nobody stood against the first. */
  function quit(): void {
    for (const name of ['before-quit', 'will-quit']) {
      let isPrevented = false
      events.emit(name, {
        preventDefault: () => {
          isPrevented = true
        },
      })
      if (isPrevented) return
    }
    did.push('quit')
  }
  quitInOrder({
    app: { on: (name, listener) => events.on(name, listener), quit },
    powerMonitor,
    signals,
    core: {
      close: () => {
        did.push('close core')
        return closing
      },
    },
    background: { mayClose: () => mayClose, ending: () => undefined },
    updates: {
      ending: () => {
        did.push('decide')
      },
      install: async () => {
        did.push('install')
        return true
      },
    },
    hide: () => undefined,
  })
  return { did, quit, closed, notClosed, powerMonitor, signals }
}

it('closes the core, then installs the update, then quits', async () => {
  const { did, quit, closed } = setUp()
  quit()
  expect(did).toEqual(['decide', 'close core'])
  closed()
  await expect.poll(() => did).toContain('quit')
  expect(did).toEqual(['decide', 'close core', 'install', 'quit'])
})

it('installs once, as decided at first, when it is asked to quit again while the core closes', async () => {
  const { did, quit, closed } = setUp()
  quit()
  quit()
  quit()
  closed()
  await expect.poll(() => did).toContain('quit')
  expect(did).toEqual(['decide', 'close core', 'install', 'quit'])
})

it('does nothing as long as the person is asked', () => {
  const { did, quit } = setUp({ mayClose: false })
  quit()
  expect(did).toEqual([])
})

it.each(['shutdown', 'SIGTERM', 'SIGINT', 'SIGHUP'])(
  'installs nothing on %s, also while the core closes',
  async (by) => {
    const { did, quit, closed, powerMonitor, signals } = setUp()
    quit()
    if (by === 'shutdown') powerMonitor.emit(by)
    else signals.emit(by)
    closed()
    await expect.poll(() => did).toContain('quit')
    expect(did).not.toContain('install')
  },
)

it('quits though the core cannot be closed', async () => {
  const { did, quit, notClosed } = setUp()
  quit()
  notClosed(new Error('It is gone.'))
  await expect.poll(() => did).toContain('quit')
  expect(did).toEqual(['decide', 'close core', 'quit'])
})
