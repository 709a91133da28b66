/** A node whose record is long takes long to start: it is waited for as long as it goes on. */
import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { firstWord } from '../../src/core/practice/node/node-process.ts'
import type { NodeMessage } from '../../src/core/practice/node/serve-node.ts'

afterEach(() => vi.useRealTimers())

const up: NodeMessage = { kind: 'up', port: 1, genesis: 'genesis', pid: 1 }

/** A start of which a test says what is heard. */
function startOf() {
  let hear: (message: NodeMessage) => void = () => undefined
  const never = new Promise<string>(() => undefined)
  const said = firstWord({
    ended: never,
    onMessage: (given) => {
      hear = given
    },
  })
  return { said, says: (message: NodeMessage) => hear(message) }
}

it('is up after minutes in which it said again and again that it goes on', async () => {
  vi.useFakeTimers()
  const { said, says } = startOf()
  for (let minutes = 0; minutes < 10; minutes += 1) {
    vi.advanceTimersByTime(60_000)
    says({ kind: 'starting' })
  }
  says(up)
  expect(await said).toEqual(up)
})

it('has failed after two minutes in which it said nothing', async () => {
  vi.useFakeTimers()
  const { said, says } = startOf()
  says({ kind: 'starting' })
  vi.advanceTimersByTime(120_001)
  says(up)
  expect(await said).toMatchObject({ kind: 'failed', message: 'it does not answer' })
})

it('says so while it does nothing else', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-slow-'))
  const child = fork(join(import.meta.dirname, 'slow-node.ts'), [JSON.stringify({ dir })])
  try {
    const heard: string[] = []
    for await (const [message] of on(child, 'message')) {
      const { kind } = message as NodeMessage
      heard.push(kind)
      if (kind !== 'starting') break
      // The second one shows that the first did not merely wait for a turn of its event loop.
      if (heard.length === 2) await writeFile(join(dir, 'enough'), '')
    }
    expect(heard.slice(0, 2)).toEqual(['starting', 'starting'])
    expect(heard.at(-1)).toBe('up')
    child.disconnect()
    await once(child, 'exit')
  } finally {
    child.kill('SIGKILL')
    await rm(dir, { recursive: true, force: true })
  }
})
