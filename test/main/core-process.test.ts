import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { type CoreChild, CoreProcess, type CoreReady } from '../../src/main/core-process.ts'
import type { ShellMessage, Work } from '../../src/shared/core-messages.ts'

/** A process that does what the test says. */
class FakeChild extends EventEmitter implements CoreChild {
  readonly asked: ShellMessage[] = []
  readonly port: number | undefined
  killed = 0

  constructor(port: number | undefined) {
    super()
    this.port = port
  }

  postMessage(message: ShellMessage): void {
    this.asked.push(message)
  }

  kill(): boolean {
    this.killed++
    return true
  }

  says(message: unknown): void {
    this.emit('message', message)
  }

  dies(code = 1): void {
    this.emit('exit', code)
  }
}

/** On a busy machine a turn of the event loop may take seconds. */
const patient = { timeout: 60_000 }
const ready = (port: number, ticket = 't'): CoreReady => ({ type: 'ready', url: `http://127.0.0.1:${port}`, ticket })

function setUp({ port, wait = async () => {} }: { port?: number; wait?: (ms: number) => Promise<unknown> } = {}) {
  const children: FakeChild[] = []
  const restarted: CoreReady[] = []
  const givenUp: string[] = []
  const works: (Work | null)[] = []
  let resolve = (): void => undefined
  const slow = {
    promise: new Promise<void>((done) => {
      resolve = done
    }),
    resolve: () => resolve(),
  }
  let time = 0
  const core = new CoreProcess({
    port,
    fork: (asked) => {
      const child = new FakeChild(asked)
      children.push(child)
      return child
    },
    keychain: async (ask, value) => {
      if (value === 'slow') await slow.promise
      if (value === 'bad') throw new Error('a secret reason')
      return `${ask} ${value}`
    },
    onRestarted: (message) => restarted.push(message),
    onWork: (work) => works.push(work),
    onGivenUp: (message) => givenUp.push(message),
    wait,
    now: () => time,
  })
  const latest = (): FakeChild => {
    const child = children.at(-1)
    if (!child) throw new Error('no child yet')
    return child
  }
  const pass = (ms: number): void => {
    time += ms
  }
  return { core, slow, children, restarted, givenUp, works, latest, pass }
}

describe('what is being minted', () => {
  it('is what the core says, and nothing once it is gone', async () => {
    const { core, latest, works } = setUp({ port: 3000 })
    const started = core.start()
    latest().says(ready(3000))
    await started
    const work = { runs: 1, done: 2, total: 3, others: true }
    latest().says({ type: 'work', work })
    latest().says({ type: 'work', work: { runs: -1 } })
    latest().dies()
    expect(works).toEqual([work, null])
  })
})

describe('starting the core', () => {
  it('answers with where it listens and a ticket', async () => {
    const { core, latest } = setUp({ port: 3000 })
    const started = core.start()
    expect(latest().port).toBe(3000)
    latest().says(ready(3000))
    await expect(started).resolves.toEqual(ready(3000))
  })

  it("fails with the core's own sentence, and starts nothing again", async () => {
    const { core, latest, children, givenUp } = setUp()
    const started = core.start()
    latest().says({ type: 'failed', message: 'Another Mintdesk uses this folder.' })
    await expect(started).rejects.toThrow('Another Mintdesk uses this folder.')
    expect(latest().killed).toBe(1)
    latest().dies(0)
    expect(children).toHaveLength(1)
    expect(givenUp).toEqual([])
  })

  it('fails with a sentence of its own when the core just ends', async () => {
    const { core, latest } = setUp()
    const started = core.start()
    latest().dies(7)
    await expect(started).rejects.toThrow('ended before it was ready (exit code 7)')
  })

  it('takes no notice of messages it does not know', async () => {
    const { core, latest } = setUp()
    const started = core.start()
    latest().says('hello')
    latest().says({ type: 'ready', url: 'nowhere', ticket: '' })
    latest().says(ready(4000))
    await expect(started).resolves.toEqual(ready(4000))
  })
})

describe('a core that dies', () => {
  it('is started again on the port it had', async () => {
    const { core, latest, children, restarted } = setUp()
    const started = core.start()
    latest().says(ready(4123))
    await started
    latest().dies()
    await vi.waitFor(() => expect(children).toHaveLength(2), patient)
    expect(latest().port).toBe(4123)
    latest().says(ready(4123, 'second'))
    await vi.waitFor(() => expect(restarted).toEqual([ready(4123, 'second')]), patient)
  })

  it('is tried again a few times when it cannot start, then given up with its sentence', async () => {
    const { core, latest, children, givenUp } = setUp()
    const started = core.start()
    latest().says(ready(4123))
    await started
    latest().dies()
    for (let tries = 2; tries <= 6; tries++) {
      await vi.waitFor(() => expect(children).toHaveLength(tries), patient)
      latest().says({ type: 'failed', message: 'The disk is full.' })
      latest().dies()
    }
    await vi.waitFor(() => expect(givenUp).toEqual(['The disk is full.']), patient)
    expect(children).toHaveLength(6)
  })

  it('is given up when it dies again and again within a minute, but not when it takes its time', async () => {
    const { core, latest, children, givenUp, pass } = setUp()
    const started = core.start()
    latest().says(ready(4123))
    await started
    for (let deaths = 1; deaths <= 8; deaths++) {
      latest().dies()
      await vi.waitFor(() => expect(children).toHaveLength(deaths + 1), patient)
      latest().says(ready(4123))
      pass(30_000)
    }
    expect(givenUp).toEqual([])
    for (let deaths = 9; givenUp.length === 0; deaths++) {
      latest().dies()
      await vi.waitFor(() => expect(children.length + givenUp.length).toBe(deaths + 1), patient)
      latest().says(ready(4123))
    }
    expect(givenUp[0]).toContain('times within a minute; nothing that was minted is lost')
  })

  it('refuses tickets while it is down', async () => {
    const { core, latest } = setUp({ wait: () => new Promise(() => {}) })
    const started = core.start()
    latest().says(ready(4123))
    await started
    const asked = core.ticket()
    latest().dies()
    await expect(asked).rejects.toThrow('not running')
    await expect(core.ticket()).rejects.toThrow('not running')
  })
})

it('is asked for nothing while it starts again: whoever asks is told, and no answer goes to somebody else', async () => {
  const { core, latest, children, restarted } = setUp()
  const started = core.start()
  await expect(core.offer('/early.csv')).rejects.toThrow('not running')
  latest().says(ready(4123))
  await started
  latest().dies()
  await vi.waitFor(() => expect(children).toHaveLength(2), patient)
  await expect(core.offer('/lost.csv')).rejects.toThrow('not running')
  await expect(core.ticket()).rejects.toThrow('not running')
  latest().says(ready(4123))
  await vi.waitFor(() => expect(restarted).toHaveLength(1), patient)
  const offered = core.offer('/list.csv')
  expect(latest().asked).toEqual([{ type: 'offer', path: '/list.csv' }])
  const id = randomUUID()
  latest().says({ type: 'offered', id })
  await expect(offered).resolves.toBe(id)
})

it('gives each that asks its own ticket, in order', async () => {
  const { core, latest } = setUp()
  const started = core.start()
  latest().says(ready(4123))
  await started
  const tickets = [core.ticket(), core.ticket()]
  expect(latest().asked).toEqual([{ type: 'ticket' }, { type: 'ticket' }])
  latest().says({ type: 'ticket', ticket: 'a' })
  latest().says({ type: 'ticket', ticket: 'b' })
  await expect(Promise.all(tickets)).resolves.toEqual(['a', 'b'])
})

describe('the keychain', () => {
  it('is asked for the core, which hears of a refusal without its reason', async () => {
    const { core, latest } = setUp()
    void core.start().catch(() => undefined)
    latest().says({ type: 'keychain', id: 1, ask: 'wrap', value: 'YQ==' })
    latest().says({ type: 'keychain', id: 2, ask: 'unwrap', value: 'bad' })
    latest().says({ type: 'keychain', id: 3, ask: 'steal', value: '' })
    await vi.waitFor(
      () =>
        expect(latest().asked).toEqual([
          { type: 'keychain', id: 1, ok: true, value: 'wrap YQ==' },
          { type: 'keychain', id: 2, ok: false, value: '' },
        ]),
      patient,
    )
  })

  it('answers the core that asked and no other', async () => {
    const { core, latest, children, slow } = setUp({ wait: async () => {} })
    const started = core.start()
    latest().says(ready(4123))
    await started
    latest().says({ type: 'keychain', id: 1, ask: 'unwrap', value: 'slow' })
    latest().dies()
    await vi.waitFor(() => expect(children).toHaveLength(2), patient)
    slow.resolve()
    await slow.promise
    await Promise.resolve()
    expect(latest().asked).toEqual([])
  })
})

describe('closing the core', () => {
  it('asks it to close and waits until it has', async () => {
    const { core, latest, children } = setUp({ wait: () => new Promise(() => {}) })
    const started = core.start()
    latest().says(ready(4123))
    await started
    const closed = core.close()
    expect(latest().asked).toEqual([{ type: 'close' }])
    latest().dies(0)
    await closed
    expect(latest().killed).toBe(0)
    expect(children).toHaveLength(1)
  })

  it('ends it when it does not close by itself', async () => {
    const { core, latest } = setUp()
    const started = core.start()
    latest().says(ready(4123))
    await started
    const closed = core.close()
    await vi.waitFor(() => expect(latest().killed).toBe(1), patient)
    latest().dies(143)
    await closed
  })

  it('takes one that is still starting for no failure', async () => {
    const { core, latest } = setUp({ wait: () => new Promise(() => {}) })
    const failed = vi.fn()
    core.start().catch(failed)
    const closed = core.close()
    latest().dies(0)
    await closed
    expect(failed).not.toHaveBeenCalled()
  })

  it('is done at once when there is none', async () => {
    await expect(setUp().core.close()).resolves.toBeUndefined()
  })
})
