import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { endLeftovers } from '../../scripts/lib/leftovers.mjs'

const sleep = (seconds, env = process.env) =>
  spawn('sleep', [String(seconds)], { env, stdio: 'ignore', detached: true })

// Processes are told apart by /proc.
it.runIf(process.platform === 'linux')(
  'ends what is left of a run, waits for what is ending, and touches nothing else',
  async () => {
    const mark = `MINTDESK_TEST_RUN=${randomUUID()}`
    const env = { ...process.env, MINTDESK_TEST_RUN: mark.split('=')[1] }
    const [marked, ofSession, ending, foreign] = [sleep(60, env), sleep(60), sleep(0.3, env), sleep(60)]
    const ended = Promise.all([marked, ofSession, ending].map((child) => once(child, 'exit')))
    const left = await endLeftovers(mark, [ofSession.pid], 1_000)
    expect(left.sort()).toEqual([`${marked.pid} sleep 60`, `${ofSession.pid} sleep 60`].sort())
    await ended
    expect(foreign.exitCode).toBeNull()
    foreign.kill()
  },
)
