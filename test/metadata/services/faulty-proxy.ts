/** What stands between a driver and a service's double, and brings the faults that every service has. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `slow`: no answer; `cut`: the connection breaks off while an upload runs; `lost`: the service does it, and the answer is lost. */
export type Fault = 'slow' | 'cut' | 'lost' | 401 | 403 | 429 | '429 later' | 503 | 507

export interface FaultyProxy {
  url: string
  fault: Fault | null
  /** Requests that met a fault. */
  met: number
  close(): Promise<void>
  reopen(): Promise<void>
}

/** @param body what the service says beside a status: its own form of an error */
export async function openFaultyProxy(target: string, body: (status: number) => string): Promise<FaultyProxy> {
  const proxy: FaultyProxy = {
    url: '',
    fault: null,
    met: 0,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    reopen: async () => {
      server.listen(Number(new URL(proxy.url).port), '127.0.0.1')
      await once(server, 'listening')
    },
  }
  const server = createServer((from, to) => {
    const { fault } = proxy
    if (fault !== null) proxy.met++
    if (fault === 'slow') return void from.resume()
    const isUpload = from.method === 'PUT' || from.method === 'PATCH' || 'content-type' in from.headers
    if (fault === 'cut' && isUpload) return void from.once('data', () => from.socket.destroy())
    if (fault === null || fault === 'cut' || fault === 'lost')
      return pass(target, from, to, fault === 'lost' && isUpload)
    const status = fault === '429 later' ? 429 : fault
    from.resume()
    from.once('end', () => {
      to.writeHead(status, fault === '429 later' ? { 'retry-after': '45' } : {}).end(body(status))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

/** The host stays as it was asked for: signatures are made over it. */
function pass(target: string, from: IncomingMessage, to: ServerResponse, lost: boolean): void {
  const { method = 'GET', url = '/', headers } = from
  const onward = request(`${target}${url}`, { method, headers, agent: false }, (answer) => {
    if (lost) return void answer.resume().once('end', () => from.socket.destroy())
    to.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(to)
  })
  onward.once('error', () => from.socket.destroy())
  // A service may answer, and end, before all of an upload was written. Node no longer listens then.
  onward.once('socket', (socket) => socket.on('error', () => {}))
  from.pipe(onward)
}
