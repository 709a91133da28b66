import type { Readable } from 'node:stream'
import type { Hash, Hex } from 'viem'
import { z } from 'zod'
import { CoreError } from '../lib/errors.ts'
import { type AnvilRpc, textOf } from './anvil-rpc.ts'
import { evmMethods, sendMethod } from './evm-methods.ts'
import type { AnswerBody } from './http/local-server.ts'
import { failed, RpcFault } from './json-rpc/rpc-fault.ts'
import type { RecordedChain, Taken } from './recorded-chain.ts'

/** The anvil behind the front now. */
export interface Behind {
  rpc: Pick<AnvilRpc, 'post' | 'send'>
  chain: Pick<RecordedChain, 'send' | 'settled'>
  /** Whether this anvil has ended or is ending; asked after a failed call. */
  hasEnded(): Promise<boolean>
}

export interface FrontOptions {
  /** Brings the network up if needed. @throws CoreError */
  behind(): Promise<Behind>
  /** A sentence about what delays an answer, if that is known. */
  trouble(): string
  /** Most milliseconds that a caller waits. */
  patienceMs: number
}

const call = z.object({ id: z.unknown().optional(), method: z.string(), params: z.unknown().optional() })
type Call = z.infer<typeof call>
const answerOf = z.looseObject({ id: z.unknown(), result: z.unknown().optional(), error: z.unknown().optional() })

const rawParams = z.tuple([z.custom<Hex>((value) => typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value))])

/** Ours: most calls of one batch. */
const callsAtMost = 1_000
/** Ours: most anvils that get the same body, if each one dies over it. */
const triesAtMost = 3

/**
 * Answers JSON-RPC for an anvil: passes on the allowed methods, records the transactions that anvil takes, and holds back any answer that
 * depends on something not yet on disk. While there is no anvil, callers wait for the next one. Never rejects.
 */
export function openFront({ behind, trouble, patienceMs }: FrontOptions): (body: Buffer) => Promise<AnswerBody> {
  const answer = async (body: Buffer): Promise<AnswerBody> => {
    const asked = callsIn(body)
    if (asked instanceof RpcFault) return JSON.stringify(failed(null, asked))
    const isSimple = asked.calls.every(({ method }) => method !== sendMethod && evmMethods.has(method))
    for (let tries = 1; ; tries += 1) {
      const now = await behind()
      try {
        return await (isSimple ? read(now, body) : each(now, asked))
      } catch (error) {
        // The anvil died before it answered, and nothing of this body is on record: the next anvil gets the same body.
        if (error instanceof RpcFault || tries === triesAtMost || !(await now.hasEnded())) throw error
      }
    }
  }

  return async (body) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new RpcFault(-32603, trouble())), patienceMs)
    })
    const answered = answer(body)
    try {
      return await Promise.race([answered, late])
    } catch (error) {
      // Nobody reads an answer that comes too late; unread, it would occupy a connection to anvil for good.
      answered.then(
        (tooLate) => typeof tooLate === 'string' || tooLate.destroy(),
        () => undefined,
      )
      return JSON.stringify(failed(null, error instanceof CoreError ? new RpcFault(-32603, error.message) : error))
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Passes reads on unchanged, and so the answers. */
async function read({ rpc, chain }: Behind, body: Buffer): Promise<Readable> {
  const answer = await rpc.post(body)
  try {
    await chain.settled()
  } catch (error) {
    answer.destroy()
    throw error
  }
  return answer
}

/** Answers a body call by call: some calls are refused, and transactions must be recorded. */
async function each({ rpc, chain }: Behind, { calls, isBatch }: Asked): Promise<string> {
  const isSend = calls.some(({ method }) => method === sendMethod)
  const forward = async (): Promise<Taken> => {
    const passed = calls.flatMap((one, place) =>
      refusalOf(one) ? [] : { jsonrpc: '2.0', id: place, method: one.method, params: one.params ?? [] },
    )
    const body = JSON.stringify(passed)
    const text = passed.length === 0 ? '[]' : await (isSend ? rpc.send(body) : textOf(await rpc.post(body)))
    const answers = new Map(
      z
        .array(answerOf)
        .parse(JSON.parse(text))
        .map((one) => [one.id, one]),
    )
    const sent = calls.flatMap((one, place) => {
      const raw = rawIn(one)
      return raw === undefined ? [] : { raw, result: answers.get(place)?.result }
    })
    const all = calls.flatMap((one, place) =>
      one.id === undefined ? [] : { ...(answers.get(place) ?? failed(one.id, refusalOf(one) ?? noAnswer)), id: one.id },
    )
    return {
      answer: JSON.stringify(isBatch ? all : all[0]) ?? '',
      taken: sent.flatMap(({ raw, result }) => (typeof result === 'string' ? { hash: result as Hash, raw } : [])),
      refused: sent.some(({ result }) => typeof result !== 'string'),
    }
  }
  if (isSend) return chain.send(forward)
  const { answer } = await forward()
  await chain.settled()
  return answer
}

interface Asked {
  calls: Call[]
  isBatch: boolean
}

function callsIn(body: Buffer): Asked | RpcFault {
  let json: unknown
  try {
    json = JSON.parse(body.toString())
  } catch {
    return new RpcFault(-32700, 'Parse error: the body is not JSON.')
  }
  const isBatch = Array.isArray(json)
  const calls = z
    .array(call)
    .min(1)
    .safeParse(isBatch ? json : [json])
  if (!calls.success) return new RpcFault(-32600, 'Invalid request: a call has a method, and a batch has a call.')
  if (calls.data.length > callsAtMost)
    return new RpcFault(-32600, `Invalid request: a batch has ${callsAtMost} calls at most.`)
  return { calls: calls.data, isBatch }
}

const noAnswer = new RpcFault(-32603, 'The network gave no answer to this call.')

/** The signed transaction of a call that sends one. */
function rawIn({ method, params }: Call): Hex | undefined {
  return method === sendMethod ? rawParams.safeParse(params).data?.[0] : undefined
}

/** Why a call is refused; undefined: it is passed on. */
function refusalOf(one: Call): RpcFault | undefined {
  const { method } = one
  if (!evmMethods.has(method))
    return new RpcFault(
      -32601,
      `The method ${method.slice(0, 60)} is not available: practice networks answer what public nodes do, reads and ${sendMethod}.`,
    )
  return method === sendMethod && rawIn(one) === undefined
    ? new RpcFault(-32602, `${sendMethod} takes one signed transaction, in hexadecimal.`)
    : undefined
}
