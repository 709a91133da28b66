import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { anvilRpc } from '../../src/core/practice/anvil-rpc.ts'

it('an answer that is there and that nobody wants any more ends nothing else', async () => {
  const anvil = createServer((_, response) => response.end('{}'))
  await once(anvil.listen(0, '127.0.0.1'), 'listening')
  const rpc = anvilRpc((anvil.address() as AddressInfo).port)
  try {
    const answer = await rpc.post('{}')
    const closed = new Promise((resolve) => answer.once('close', resolve))
    // Its error would end the process, and this run, if nobody listened.
    answer.destroy()
    await closed
    expect(answer.errored).toBeInstanceOf(Error)
  } finally {
    await rpc.close()
    anvil.close()
  }
})
