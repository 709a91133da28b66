/**
 * The load of `npm run bench:api`, in a process of its own: so many requests over so many connections, each sent when the one before it
 * on its connection was answered. A client library takes half as long as the core for each request, on the same processors; so what is sent is
 * written out here, and of the answers the status and the length are read. `node api-load.ts <LoadOptions as JSON>` prints a `LoadResult` as JSON.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'

export interface LoadOptions {
  origin: string
  key: string
  /** `mint`: single mints, each another one; `read`: NFTs by their ids, in turn. */
  kind: 'mint' | 'read'
  path: string
  ids: readonly string[]
  connections: number
  requests: number
  /** Tells mints of this load from others. */
  tag: string
}

export interface LoadResult {
  seconds: number
  /** Requests that were not answered with 200. */
  refused: number
  /** Milliseconds from sending to the whole answer. */
  p50: number
  p99: number
  /** Processor time that this load itself took, ms. */
  ownMs: number
  /** Ids of the first mints. */
  ids: string[]
}

const idsKept = 1_000

interface Answer {
  status: number
  body: string
}

type Send = (method: string, path: string, body?: string) => Promise<Answer>

const [statusAt, headEnd] = ['HTTP/1.1 '.length, Buffer.from('\r\n\r\n')]

/** A connection that is kept; it takes a request when the one before it is answered. */
async function connection({ origin, key }: LoadOptions): Promise<{ send: Send; end(): void }> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let arrived: Buffer = Buffer.alloc(0)
  let answered: ((answer: Answer) => void) | undefined
  socket.on('data', (bytes: Buffer) => {
    arrived = arrived.length === 0 ? bytes : Buffer.concat([arrived, bytes])
    const end = arrived.indexOf(headEnd)
    if (end < 0) return
    const head = arrived.toString('latin1', 0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    const from = end + headEnd.length
    if (arrived.length < from + length) return
    const answer = {
      status: Number(head.slice(statusAt, statusAt + 3)),
      body: arrived.toString('utf8', from, from + length),
    }
    arrived = arrived.subarray(from + length)
    answered?.(answer)
  })
  // Whoever waits for an answer would wait for ever.
  socket.on('close', (broken) => {
    if (broken || answered) throw new Error('the core closed a connection')
  })
  const always = `host: ${host}\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`
  const send: Send = (method, path, body) =>
    new Promise((resolve) => {
      answered = (answer) => {
        answered = undefined
        resolve(answer)
      }
      const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
      socket.write(`${method} ${path} HTTP/1.1\r\n${always}${length}\r\n${body ?? ''}`)
    })
  return { send, end: () => socket.end() }
}

async function load(options: LoadOptions): Promise<LoadResult> {
  const connections = await Promise.all(Array.from({ length: options.connections }, () => connection(options)))
  const took = new Float64Array(options.requests)
  const ids: string[] = []
  let next = 0
  let refused = 0
  const one = async (send: Send, at: number): Promise<void> => {
    const began = performance.now()
    const { status, body } =
      options.kind === 'mint'
        ? await send('POST', options.path, mint(options.tag, at))
        : await send('GET', `${options.path}/${options.ids[at % options.ids.length] ?? ''}`)
    took[at] = performance.now() - began
    if (status !== 200) refused++
    else if (options.kind === 'mint' && ids.length < idsKept) ids.push((JSON.parse(body) as { id: string }).id)
  }
  const cpu = process.cpuUsage()
  const began = performance.now()
  await Promise.all(
    connections.map(async ({ send }) => {
      while (next < options.requests) await one(send, next++)
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  for (const { end } of connections) end()
  took.sort()
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN
  return { seconds, refused, p50: at(0.5), p99: at(0.99), ownMs: (user + system) / 1_000, ids }
}

function mint(tag: string, at: number): string {
  const address = createHash('sha256').update(`${tag} ${at}`).digest('hex').slice(0, 40)
  return JSON.stringify({
    recipient: `polygon:0x${address}`,
    metadata: {
      name: `Badge ${tag} ${at}`,
      description: 'For guests, with thanks',
      image: 'ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
      attributes: [{ trait_type: 'Seat', value: at }],
    },
  })
}

console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? '') as LoadOptions)))
