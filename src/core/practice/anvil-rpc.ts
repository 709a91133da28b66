import type { Readable } from 'node:stream'
import { Pool } from 'undici'
import { type Address, type Hash, type Hex, numberToHex } from 'viem'
import { z } from 'zod'
import { RpcFault } from './json-rpc/rpc-fault.ts'

/** A block, with what is needed to make it again. */
export interface Block {
  number: number
  hash: Hash
  /** Seconds. */
  time: number
  baseFee: bigint
  transactions: Hash[]
}

export interface AnvilRpcOptions {
  /** Where anvil listens on the loopback. */
  port: number
  /** Most milliseconds for an answer; ten times as many for a state, any number for `post`. */
  answersWithin: number
  /** Called when an answer took longer: anvil hangs, and no later call would be answered either. */
  onHung(): void
}

/**
 * Calls to one anvil, past the front. A method rejects with `RpcFault` when anvil answers an error, with another error when it does not answer, or
 * not in time.
 */
export interface AnvilRpc {
  /** Sends a body of reads, which may take as long as they like. @returns the answer, which is computed by then; the caller must read or destroy it */
  post(body: string | Buffer): Promise<Readable>
  /** Sends a body, and reads the whole answer. */
  send(body: string): Promise<string>
  /** @returns the state as anvil's whole answer, captured by then; the caller must read or destroy it */
  dumpState(): Promise<Readable>
  call(method: string, params: readonly unknown[]): Promise<unknown>
  program(): Promise<string>
  block(number: number | 'latest'): Promise<Block>
  /** Makes one block of the transactions in the pool. @param time seconds; not before the previous block */
  mine(time: number): Promise<void>
  setNextBaseFee(wei: bigint): Promise<void>
  /** Sets anvil's clock, which runs on from there. @param time seconds; the next block is not earlier */
  setClock(time: number): Promise<void>
  setBalance(address: Address, wei: bigint): Promise<void>
  balance(address: Address): Promise<bigint>
  /** How many transactions the next block could include. */
  pending(): Promise<number>
  isKnown(transaction: Hash): Promise<boolean>
  close(): Promise<void>
}

/** Ours: how many times as long as another answer the state may take. */
const dumpTakesLonger = 10

const response = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
})
const dumpCall = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_dumpState', params: [] })
const quantity = z.string().transform((text) => BigInt(text))
const blockJson = z.object({
  ...{ number: quantity, hash: z.string(), timestamp: quantity, baseFeePerGas: quantity },
  transactions: z.array(z.string()),
})

/** Opens the connections to an anvil that listens; makes none before the first call. */
export function anvilRpc({ port, answersWithin, onHung }: AnvilRpcOptions): AnvilRpc {
  // Whoever reads decides how long an answer may take.
  const pool = new Pool(`http://127.0.0.1:${port}`, { headersTimeout: 0, bodyTimeout: 0, connections: 64 })
  let last = 0
  let dumps = 0

  const request = async (body: string | Buffer, signal?: AbortSignal): Promise<Readable> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await pool.request({ method: 'POST', path: '/', headers, body, signal })
    // The stream fails when anvil ends and when it is destroyed. A reader gets the error; without a reader it does not matter.
    answer.body.on('error', () => undefined)
    if (answer.statusCode === 200) return answer.body
    throw new RpcFault(-32600, (await answer.body.text()).slice(0, 300) || `anvil answers ${answer.statusCode}`)
  }
  const send: AnvilRpc['send'] = async (body) => {
    const signal = AbortSignal.timeout(answersWithin)
    try {
      return await textOf(await request(body, signal))
    } catch (error) {
      if (!signal.aborted) throw error
      // The state of a busy chain takes long, and other calls wait behind it.
      if (dumps === 0) onHung()
      throw new Error(`anvil did not answer within ${answersWithin / 1000} seconds`, { cause: error })
    }
  }
  const call: AnvilRpc['call'] = async (method, params) => {
    last += 1
    const text = await send(JSON.stringify({ jsonrpc: '2.0', id: last, method, params }))
    const { result, error } = response.parse(JSON.parse(text))
    if (error !== undefined) throw new RpcFault(error.code, error.message, error.data)
    return result
  }

  return {
    post: (body) => request(body),
    send,
    async dumpState() {
      dumps += 1
      const silence = new AbortController()
      const timer = setTimeout(() => {
        onHung()
        silence.abort()
      }, answersWithin * dumpTakesLonger)
      try {
        return await request(dumpCall, silence.signal)
      } finally {
        clearTimeout(timer)
        dumps -= 1
      }
    },
    call,
    program: async () => z.string().parse(await call('web3_clientVersion', [])),
    async block(number) {
      const tag = number === 'latest' ? number : numberToHex(number)
      const found = blockJson.parse(await call('eth_getBlockByNumber', [tag, false]))
      return {
        number: Number(found.number),
        hash: found.hash as Hash,
        time: Number(found.timestamp),
        baseFee: found.baseFeePerGas,
        transactions: found.transactions as Hash[],
      }
    },
    async mine(time) {
      await call('evm_setNextBlockTimestamp', [numberToHex(time)])
      await call('anvil_mine', ['0x1'])
    },
    setNextBaseFee: async (wei) => void (await call('anvil_setNextBlockBaseFeePerGas', [numberToHex(wei)])),
    setClock: async (time) => void (await call('evm_setTime', [numberToHex(time)])),
    setBalance: async (address, wei) => void (await call('anvil_setBalance', [address, numberToHex(wei)])),
    balance: async (address) => quantity.parse(await call('eth_getBalance', [address, 'latest'])),
    pending: async () => Number(z.object({ pending: quantity }).parse(await call('txpool_status', [])).pending),
    isKnown: async (transaction) => (await call('eth_getTransactionByHash', [transaction])) !== null,
    close: () => pool.destroy(),
  }
}

/** Sends a recorded transaction again. @returns whether anvil takes it */
export async function sendAgain(anvil: AnvilRpc, raw: Hex): Promise<boolean> {
  try {
    await anvil.call('eth_sendRawTransaction', [raw])
    return true
  } catch (error) {
    if (error instanceof RpcFault) return false
    throw error
  }
}

export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
