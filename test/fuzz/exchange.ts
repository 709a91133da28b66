/** Requests as bytes on a socket, well-formed or not, and what comes back. */
import { connect } from 'node:net'

/** How the bytes of a body are put on the wire. */
export type Framing = 'length' | 'chunked' | 'cut' | 'too-long' | 'too-short' | 'twice' | 'both'

export interface Wire {
  method: string
  /** As it stands in the request's first line. */
  target: string
  headers: readonly (readonly [string, string])[]
  body: Buffer | undefined
  framing: Framing
}

export interface Reply {
  status: number
  headers: Map<string, string>
  body: string
}

/** The bytes of a request. @param host `127.0.0.1:<port>` */
export function bytesOf({ method, target, headers, body = Buffer.alloc(0), framing }: Wire, host: string): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`]
  if (!headers.some(([name]) => name.toLowerCase() === 'host')) lines.push(`Host: ${host}`)
  lines.push(...headers.map(([name, value]) => `${name}: ${value}`))
  const framed = framings[framing](body)
  const head = (more: readonly string[]) => Buffer.from(`${[...lines, ...more].join('\r\n')}\r\n\r\n`, 'latin1')
  if (framing !== 'twice') return Buffer.concat([head([...framed.headers, 'Connection: close']), framed.body])
  return Buffer.concat([head(framed.headers), framed.body, head([...framed.headers, 'Connection: close']), framed.body])
}

type Framed = { headers: string[]; body: Buffer }
const length = (bytes: number): string => `Content-Length: ${bytes}`
const chunk = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
const framings: Readonly<Record<Framing, (body: Buffer) => Framed>> = {
  length: (body) => ({ headers: body.length > 0 ? [length(body.length)] : [], body }),
  twice: (body) => ({ headers: [length(body.length)], body }),
  chunked: (body) => ({
    headers: ['Transfer-Encoding: chunked'],
    body: Buffer.concat([...(body.length > 0 ? [chunk(body)] : []), Buffer.from('0\r\n\r\n')]),
  }),
  cut: (body) => ({
    headers: ['Transfer-Encoding: chunked'],
    body: chunk(body).subarray(0, -Math.ceil(body.length / 2) - 2),
  }),
  'too-long': (body) => ({ headers: [length(body.length + 10)], body }),
  'too-short': (body) => ({ headers: [length(Math.max(0, body.length - 10))], body }),
  both: (body) => ({ headers: [length(body.length), 'Transfer-Encoding: chunked'], body }),
}

/**
 * Sends bytes, and reads what comes until the server ends the connection.
 * @param ends whether the sender's side ends with them, before the answer: what is whole by then may be answered or not
 * @throws when that takes longer than `patience` milliseconds
 */
export function exchange(port: number, bytes: Buffer, ends: boolean, patience: number): Promise<Reply[]> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer within ${patience} ms`))
    }, patience)
    socket.on('data', (data) => received.push(data))
    // What is refused early is closed while it is still being sent.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(repliesIn(Buffer.concat(received), bytes.subarray(0, 5).toString('latin1') === 'HEAD '))
    })
    socket.on('end', () => socket.end())
    if (ends) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** @param bare whether only heads were asked for */
function repliesIn(bytes: Buffer, bare: boolean): Reply[] {
  const replies: Reply[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return replies
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    )
    rest = rest.subarray(end + 4)
    const status = Number(first.split(' ')[1])
    if (status >= 100 && status < 200) continue
    const bodyLength = bare ? 0 : Math.min(Number(headers.get('content-length') ?? 0), rest.length)
    const chunked = !bare && headers.get('transfer-encoding') === 'chunked'
    const body = chunked ? unchunked(rest) : { body: rest.subarray(0, bodyLength), rest: rest.subarray(bodyLength) }
    replies.push({ status, headers, body: body.body.toString() })
    rest = body.rest
  }
}

function unchunked(bytes: Buffer): { body: Buffer; rest: Buffer } {
  const parts: Buffer[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.subarray(0, end).toString('latin1'), 16)
    rest = rest.subarray(end + 2)
    if (!(size > 0)) return { body: Buffer.concat(parts), rest: rest.subarray(2) }
    parts.push(rest.subarray(0, size))
    rest = rest.subarray(size + 2)
  }
}

/** Whether a framing never comes to its end. */
export const isBrokenOff = (framing: Framing): boolean => framing === 'cut' || framing === 'too-long'

/** A line for a shell that sends the same again. */
export function curlLine(wire: Wire, host: string): string {
  const { method, target, headers, body, framing } = wire
  const bytes = bytesOf(wire, host)
  const printable = [target, ...headers.flat(), body?.toString() ?? ''].every((text) => /^[\x20-\x7e]*$/.test(text))
  const [address = '', port = ''] = host.split(':')
  if (framing !== 'length' || !printable || bytes.length > 20_000)
    return bytes.length > 200_000
      ? `# ${method} ${target.slice(0, 200)}, ${bytes.length} bytes: run it again with the seed`
      : `echo ${bytes.toString('base64')} | base64 -d | nc ${address} ${port}`
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  return [
    `curl -i --path-as-is -X ${quoted(method)} ${quoted(`http://${host}${target}`)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body.toString())}`]),
  ].join(' ')
}
