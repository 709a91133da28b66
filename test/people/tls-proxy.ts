/** A proxy in front of a server, as Caddy is: it speaks TLS, passes Host on, and says whom it speaks for. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A certificate for mint.example that nobody trusts, made for tests by `openssl req -x509`. */
const tls = join(import.meta.dirname, 'tls')

/** @param to the core's own address */
export async function openTlsProxy(to: string): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(
    { key: readFileSync(join(tls, 'key.pem')), cert: readFileSync(join(tls, 'certificate.pem')) },
    (asked, answer) => {
      const headers = {
        ...asked.headers,
        'x-forwarded-for': asked.socket.remoteAddress ?? '',
        'x-forwarded-proto': 'https',
      }
      const passed = request(`${to}${asked.url ?? '/'}`, { method: asked.method, headers }, (said) => {
        answer.writeHead(said.statusCode ?? 502, said.headers)
        said.pipe(answer)
      })
      passed.on('error', () => answer.destroy())
      answer.on('close', () => passed.destroy())
      asked.pipe(passed)
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
