import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a node answers: a status with a body, and what else stands in its head. */
export interface Recorded {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

/** What was asked of it. */
export interface Asked {
  method: string
  /** With its query. */
  path: string
  type: string | undefined
  body: Buffer
}

/** A node that answers what a test tells it. */
export interface RecordedNode {
  /** With the version of the interface. */
  url: string
  asked: Asked[]
  /** The newest version of its ledger, as it says with each answer. */
  version: number
  close(): Promise<void>
}

/** @param answer null: it cuts the connection */
export async function recordedNode(answer: (asked: Asked) => Recorded | null): Promise<RecordedNode> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const one = {
      method: request.method ?? '',
      path: (request.url ?? '').replace(/^\/v1/, ''),
      body: await bodyOf(request),
    }
    const known: Asked = { ...one, type: request.headers['content-type'] }
    asked.push(known)
    const said = answer(known)
    if (said === null) {
      request.socket.destroy()
      return
    }
    response.writeHead(said.status ?? 200, {
      'content-type': 'application/json',
      'x-aptos-ledger-version': String(node.version),
      'x-aptos-block-height': String(Math.floor(node.version / 2)),
      ...said.headers,
    })
    response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const node: RecordedNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    version: 1000,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return node
}

/** An error in a node's own form. */
export function refusal(status: number, code: string, message = code, vmCode: number | null = null): Recorded {
  return { status, body: { message, error_code: code, vm_error_code: vmCode } }
}

/** What a node says of itself. */
export function ledger(chainId: number, version: number): Recorded {
  return {
    body: {
      chain_id: chainId,
      epoch: '10',
      ledger_version: String(version),
      oldest_ledger_version: '0',
      ledger_timestamp: '1700000000000000',
      node_role: 'full_node',
      oldest_block_height: '0',
      block_height: String(Math.floor(version / 2)),
      git_hash: 'abc',
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}
