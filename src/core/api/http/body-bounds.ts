/** How long bodies may take to arrive, and how much of them is held at a time. */
import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { answerClientError } from './error-handling.ts'
import { ApiFault } from './faults.ts'

/** Ours. Over loopback the largest body takes a second. */
export const bodyBounds = {
  /** A body that has not arrived in so many milliseconds is given up with 408. */
  patience: 60_000,
  /** How often that is looked at, ms. */
  lookEvery: 5_000,
  /** Bodies that arrive at the same time may have so many bytes together; what is beyond gets 503 with `Retry-After`. */
  atOnce: 256 * 1024 * 1024,
}

/** Bodies shorter than this are not counted: connections are bounded, and so are these. */
const small = 64 * 1024

/** Bounds the bodies of the routes that are added to `app` from now on. */
export function boundBodies(app: FastifyInstance, bounds: typeof bodyBounds = bodyBounds): void {
  const arriving = new Map<FastifyRequest, number>()
  const look = setInterval(() => {
    for (const [request, since] of arriving) {
      if (performance.now() - since < bounds.patience) continue
      arriving.delete(request)
      const late = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      answerClientError(late, request.raw.socket)
    }
  }, bounds.lookEvery)
  look.unref()
  app.addHook('onClose', async () => clearInterval(look))

  app.addHook('onRequest', (request, _reply, done) => {
    if (lengthOf(request) > 0) arriving.set(request, performance.now())
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    arriving.delete(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    arriving.delete(request)
    done()
  })

  let held = 0
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (lengthOf(request) <= small) return done(null, payload)
    let own = 0
    const release = (): void => {
      held -= own
      own = 0
      // What nobody asked for (the body of a GET, or of a type that is not taken) is let go by, or the next request on the connection
      // would wait behind it for ever.
      payload.unpipe(counted as Transform)
      payload.resume()
    }
    // What was parsed of it is held until it is answered.
    reply.raw.once('close', release)
    const counted: RequestPayload = new Transform({
      transform(bytes: Buffer, _encoding, next) {
        own += bytes.length
        held += bytes.length
        counted.receivedEncodedLength = (counted.receivedEncodedLength ?? 0) + bytes.length
        next(held > bounds.atOnce ? busy() : null, bytes)
      },
    })
    payload.on('error', (error) => counted.destroy(error))
    // A request that is answered before its body has arrived is read by nobody: how it ends is nobody's error then.
    counted.on('error', () => {})
    payload.pipe(counted as Transform)
    done(null, counted)
  })
}

/** The length that a request's body says it has; without bound where it says none. */
function lengthOf({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY
  return Number(headers['content-length'] ?? 0)
}

function busy(): ApiFault {
  return new ApiFault(
    503,
    'request.busy',
    'Too many large requests arrive at once: send this one again in a moment, or send less at a time.',
    [],
    1,
  )
}
