import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openFront } from '../../src/core/practice/front.ts'

it('lets go of what anvil answers after the caller was told that it does not answer in time', async () => {
  const body = Readable.from(['{}'])
  let answer = (_: Readable) => {}
  const posted = new Promise<Readable>((resolve) => {
    answer = resolve
  })
  const front = openFront({
    behind: async () => ({
      rpc: { post: () => posted, send: async () => '[]' },
      chain: { send: async () => '', settled: async () => undefined },
      hasEnded: async () => false,
    }),
    trouble: () => 'It does not answer in time.',
    patienceMs: 1,
  })
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' })
  expect(await front(Buffer.from(call))).toContain('It does not answer in time.')
  answer(body)
  await turn()
  expect(body.destroyed).toBe(true)
})
