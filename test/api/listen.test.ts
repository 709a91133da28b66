import { Server } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { listen } from '../../src/core/host/listen.ts'

afterEach(() => vi.restoreAllMocks())

it.each([
  ['EACCES', 'port.forbidden', /cannot listen on port 80: .* Choose another port/],
  ['EADDRNOTAVAIL', 'server.host', /cannot listen on 0\.0\.0\.0: .* Name an address of this machine/],
])('an error says what is to be changed: the port or the address (%s)', async (code, expected, message) => {
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit('error', Object.assign(new Error(`listen ${code}`), { code })))
    return this
  })
  const refused = listen(
    () => undefined,
    80,
    () => undefined,
    { host: '0.0.0.0' },
  )
  await expect(refused).rejects.toMatchObject({ code: expected, message: expect.stringMatching(message) })
})
