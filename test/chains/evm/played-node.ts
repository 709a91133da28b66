import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node of a chain in memory, as far as questions for blocks (empty ones) and counts go; a test turns it as it likes. */
export interface PlayedNode {
  chainId: number
  head: number
  /** Its last final block; null: it does not know the tag. */
  finalized: number | null
  /** Which chain its blocks are of: part of every hash. */
  fork: string
  /** Transactions of any account at a block. */
  count(block: number): number
  /** Blocks below the head of which it keeps the state. */
  keeps: number
  /** What it says of state that it does not keep. */
  gone: string
  /** It answers nothing. */
  down: boolean
  /** What it says to each next send: an error's words, or null to take it. */
  sends: (string | null)[]
  /** What was asked of it, in order. */
  asked: string[]
}

export function playedNode(given: Partial<PlayedNode> = {}): PlayedNode {
  return {
    ...{ chainId: 8453, head: 100, finalized: 90, fork: 'a', count: (block: number) => block, keeps: 1_000 },
    gone: 'missing trie node, state is not available',
    ...{ down: false, sends: [], asked: [] },
    ...given,
  }
}

class NodeError extends Error {}

const hex = (number: number): `0x${string}` => `0x${number.toString(16)}`

function blockOf(node: PlayedNode, tag: unknown): number {
  if (tag === 'latest') return node.head
  if (tag !== 'finalized') return Number(tag)
  if (node.finalized === null) throw new NodeError('unknown block tag finalized')
  return node.finalized
}

/** Answers one call. @throws NodeError with what a node says */
function answer(node: PlayedNode, method: string, params: readonly unknown[]): unknown {
  node.asked.push(method)
  switch (method) {
    case 'eth_chainId':
      return hex(node.chainId)
    case 'eth_blockNumber':
      return hex(node.head)
    case 'eth_getBlockByNumber': {
      const number = blockOf(node, params[0])
      if (number > node.head) return null
      return { number: hex(number), hash: `0x${node.fork}${number}`, transactions: [] }
    }
    case 'eth_getTransactionCount': {
      const number = blockOf(node, params[1])
      if (number < node.head - node.keeps) throw new NodeError(node.gone)
      return hex(node.count(number))
    }
    case 'eth_getLogs':
      return []
    case 'eth_sendRawTransaction': {
      const refused = node.sends.shift() ?? null
      if (refused !== null) throw new NodeError(refused)
      return `0x${'11'.repeat(32)}`
    }
    default:
      throw new NodeError(`the method ${method} is not supported`)
  }
}

/** Serves the node by HTTP, as RPCs are served. */
export async function serveNode(node: PlayedNode): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (node.down) {
      response.writeHead(503).end()
      return
    }
    let text = ''
    for await (const part of request) text += part
    const body = JSON.parse(text) as
      | { id: number; method: string; params?: unknown[] }
      | { id: number; method: string }[]
    const one = ({ id, method, params = [] }: { id: number; method: string; params?: unknown[] }) => {
      try {
        return { jsonrpc: '2.0', id, result: answer(node, method, params) }
      } catch (error) {
        return { jsonrpc: '2.0', id, error: { code: -32000, message: (error as Error).message } }
      }
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? body.map(one) : one(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
