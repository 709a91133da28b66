import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** What an RPC does that means harm, or is broken. */
export type Harm =
  /** An answer of 900 MiB; with `length` it says so before. */
  | { kind: 'huge'; length: boolean }
  /** As large, packed into less than one. */
  | { kind: 'bomb' }
  | { kind: 'redirect'; status: number; to: string }

export interface HostileServer {
  url: string
  /** Bytes that were handed to the connection. */
  written(): number
  close(): Promise<void>
}

const piece = Buffer.alloc(1024 * 1024, ' ')
const pieces = 900
/** RFC 1952, 2.2: packed pieces behind each other are a packed whole. */
const packedPiece = gzipSync(piece)

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
    const sent = packed ? packedPiece : piece
    let left = pieces
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left--
        written += sent.length
        if (!response.write(sent)) return void response.once('drain', more)
      }
      if (!response.destroyed) response.end()
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
