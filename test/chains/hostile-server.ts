import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, createGzip } from 'node:zlib'

/** What an RPC does that means harm, or is broken. */
export type Harm =
  /** An answer of 900 MiB; with `length` it says so before. */
  | { kind: 'huge'; length: boolean }
  /** As large, packed into less than one. */
  | { kind: 'bomb' }
  | { kind: 'redirect'; status: number; to: string }

export interface HostileServer {
  url: string
  /** Bytes that were handed to the connection, before they were packed. */
  written(): number
  close(): Promise<void>
}

const piece = Buffer.alloc(1024 * 1024, ' ')
const pieces = 900

/** Does this harm with each answer. */
export async function hostileServer(harm: Harm): Promise<HostileServer> {
  let written = 0
  const server = createServer((request, response) => {
    request.resume()
    response.on('error', () => {})
    if (harm.kind === 'redirect') {
      response.writeHead(harm.status, { location: harm.to }).end('moved')
      return
    }
    const packed = harm.kind === 'bomb'
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
      ...(harm.kind === 'huge' && harm.length ? { 'content-length': piece.length * pieces } : {}),
    })
    const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION })
    gzip.on('error', () => {})
    if (packed) gzip.pipe(response)
    const sink = packed ? gzip : response
    let left = pieces
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left--
        written += piece.length
        if (!sink.write(piece)) return void sink.once('drain', more)
      }
      if (!response.destroyed) sink.end()
    }
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    written: () => written,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
