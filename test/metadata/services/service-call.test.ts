import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { serviceCalls } from '../../../src/core/metadata/services/service-call.ts'

it('an answer that does not end is given up, and fills no memory', async () => {
  const piece = Buffer.alloc(1024 * 1024, ' ')
  let sent = 0
  const server = createServer((_request, response) => {
    const more = (): void => {
      // No more than a machine holds, should nobody give it up.
      while (!response.destroyed && sent < 512) {
        sent++
        if (!response.write(piece)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const calls = serviceCalls('the storage', 'look at it')
  const { port } = server.address() as AddressInfo
  try {
    await expect(calls.call(`http://127.0.0.1:${port}/`, { method: 'GET' })).rejects.toMatchObject({
      code: 'storage.wrong',
      message: expect.stringMatching(/^The storage answers with more than 64 MiB/),
    })
    expect(sent).toBeLessThan(256)
  } finally {
    await calls.close()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})
