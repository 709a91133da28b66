/** Bounds of request bodies: how long they may take to arrive, and how much of them is held at a time. */
import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { answerClientError } from './error-handling.ts'
import { ApiFault } from './faults.ts'

/** Ours. Over loopback the largest body takes a second. */
export const bodyBounds = {
  /** Milliseconds after which a body that has not arrived is answered with 408. */
  patience: 60_000,
  /** Milliseconds between two checks for such bodies. */
  lookEvery: 5_000,
  /** Most bytes of all bodies that are held at the same time; further ones get 503 with `Retry-After`. */
  atOnce: 256 * 1024 * 1024,
}

/** Bodies shorter than this are not counted: the number of connections is bounded, and so is their sum. */
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
      // An unread body (of a GET, or of a type that is not accepted) is drained, or the next request on the connection would wait behind it
      // for ever.
      payload.unpipe(counted as Transform)
      payload.resume()
    }
    // The parsed body stays in memory until the request is answered.
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
    // Nobody reads the rest of a body whose request is already answered, so its failure is no error.
    counted.on('error', () => {})
    payload.pipe(counted as Transform)
    done(null, counted)
  })
}

/** The length that a request declares for its body; infinite where it declares none. */
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
