import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RpcCall {
  id: number
  method: string
  params: unknown[]
}

/** What becomes of one call on its way to the node and back. */
export type Fate =
  | 'pass'
  /** The node gets it, and its answer is lost: the connection is cut. */
  | 'lost'
  /** The connection is cut before the node gets it. */
  | 'cut'
  /** The node gets it, and nothing ever comes back. */
  | 'hang'
  /** An HTTP answer in place of the node's, which does not get the call. */
  | { status: number; headers?: Record<string, string>; body?: string }
  /** A JSON-RPC error in place of the node's answer; with `after` the node gets the call all the same. */
  | { code: number; message: string; after?: true }
  /** The answer of a node that is so many blocks behind. */
  | { lag: number }
  /** What the node answered, changed. */
  | { answer: (result: unknown) => unknown }

export interface FaultProxy {
  readonly url: string
  /** Where calls go on to. */
  target: string
  /** Asked for each call. A fate of the connection or the HTTP answer is that of the whole request. */
  fate: (call: RpcCall) => Fate
  /** What a batch's answers come back as. */
  batch: (answers: object[]) => unknown
  /** Everything passes again. */
  heal(): void
  close(): Promise<void>
}

interface Rpc {
  id: number
  result?: unknown
  error?: unknown
}

/** A proxy between the core and one node, through which each call goes as it is told. */
export async function openProxy(): Promise<FaultProxy> {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const proxy: FaultProxy = {
    url,
    target: '',
    fate: () => 'pass',
    batch: (answers) => answers,
    heal() {
      proxy.fate = () => 'pass'
      proxy.batch = (answers) => answers
    },
    async close() {
      for (const response of open) response.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked: RpcCall | RpcCall[] = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const calls = [asked].flat()
    const fates = calls.map((call) => proxy.fate(call))
    const whole = fates.find((fate) => fate === 'cut' || (typeof fate === 'object' && 'status' in fate))
    if (whole === 'cut') return void response.destroy()
    if (typeof whole === 'object' && 'status' in whole) {
      response.writeHead(whole.status, whole.headers)
      return void response.end(whole.body)
    }
    const plain = fates.every((fate) => typeof fate === 'string')
    const answers = plain ? await forwardAll(calls) : []
    // In order: a node that gets transactions out of theirs answers otherwise.
    if (!plain) for (const [index, call] of calls.entries()) answers.push(await answerOf(call, fates[index] ?? 'pass'))
    if (fates.includes('lost')) return void response.destroy()
    if (fates.includes('hang')) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? proxy.batch(answers) : answers[0]))
  }

  async function answerOf(call: RpcCall, fate: Fate): Promise<Rpc> {
    if (typeof fate !== 'object') return forward(call)
    if ('lag' in fate) return lagging(call, fate.lag)
    if ('code' in fate) {
      if (fate.after) await forward(call)
      return { id: call.id, error: { code: fate.code, message: fate.message } }
    }
    const answered = await forward(call)
    return 'answer' in fate && 'result' in answered ? { ...answered, result: fate.answer(answered.result) } : answered
  }

  async function forward(call: RpcCall): Promise<Rpc> {
    const [answer] = await forwardAll([call])
    return answer ?? { id: call.id }
  }

  async function forwardAll(calls: readonly RpcCall[]): Promise<Rpc[]> {
    const answer = await fetch(proxy.target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls.map((call) => ({ ...call, jsonrpc: '2.0' }))),
    })
    return (await answer.json()) as Rpc[]
  }

  async function lagging(call: RpcCall, lag: number): Promise<Rpc> {
    const { result } = await forward({ id: 0, method: 'eth_blockNumber', params: [] })
    const head = Math.max(0, Number(result) - lag)
    const place = placeOfBlock[call.method]
    const params = [...call.params]
    if (call.method === 'eth_blockNumber') return { id: call.id, result: hex(head) }
    if (place !== undefined) {
      const block = params[place]
      // anvil, with epochs of one block: two behind.
      if (block === 'finalized') params[place] = hex(Math.max(0, head - 2))
      else if (typeof block !== 'string' || !block.startsWith('0x')) params[place] = hex(head)
      else if (Number(block) > head)
        return call.method.startsWith('eth_getBlock')
          ? { id: call.id, result: null }
          : { id: call.id, error: { code: -32000, message: 'header not found' } }
    }
    const answer = await forward({ ...call, params })
    if (call.method !== 'eth_getTransactionReceipt' || typeof answer.result !== 'object' || answer.result === null)
      return answer
    return Number(Reflect.get(answer.result, 'blockNumber')) > head ? { ...answer, result: null } : answer
  }

  return proxy
}

/** Which parameter of a method names the block. */
const placeOfBlock: Record<string, number> = {
  eth_getBlockByNumber: 0,
  eth_getTransactionCount: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_feeHistory: 1,
}

const hex = (value: number): string => `0x${value.toString(16)}`
