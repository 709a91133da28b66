import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { anvilRpc } from '../../src/core/practice/anvil-rpc.ts'

it('an answer that breaks off where nobody reads it ends nothing else', async () => {
  const anvil = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{')
  })
  await once(anvil.listen(0, '127.0.0.1'), 'listening')
  const rpc = anvilRpc((anvil.address() as AddressInfo).port)
  try {
    const answers = await Promise.all([rpc.post('{}'), rpc.post('{}')])
    const closed = Promise.all(answers.map((answer) => new Promise((resolve) => answer.once('close', resolve))))
    // One is not wanted any more, and the other's anvil ends. An error without a listener would end the process, and this run.
    answers[0]?.destroy()
    anvil.closeAllConnections()
    await closed
    expect(answers.map(({ errored }) => errored !== null)).toEqual([true, true])
  } finally {
    await rpc.close()
    anvil.close()
  }
})
