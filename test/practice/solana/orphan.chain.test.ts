import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { NodeStart } from '../../../src/core/practice/solana/node.ts'

test('a Solana network whose core ends while it starts ends too, and says nothing', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-orphan-'))
  try {
    const start: NodeStart = { dir, programs: [], port: 0, slotMs: 400 }
    const program = join(import.meta.dirname, '../node-without-programs.ts')
    const child = fork(program, [JSON.stringify(start)], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    if (!child.stderr) throw new Error('no standard error')
    const said = text(child.stderr)
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await said).toBe('')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
