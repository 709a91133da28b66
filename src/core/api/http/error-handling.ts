import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { CoreError } from '../../lib/errors.ts'
import { ApiFault, errorBody, statusOf } from './faults.ts'
import { pathOf } from './host.ts'
import { largestBody, tooLarge } from './json-body.ts'

const internal = 'Something went wrong inside Mintdesk; what was accepted before is safe. The log says more.'

/** Answers every error with the API's one error body; unexpected errors are logged and answered with one plain sentence. */
export function handleErrors(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const known = error instanceof CoreError ? error : (frameworkFault(error, request) ?? brokenOff(request))
    if (known) return sendFault(reply, known)
    log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'a request failed')
    return reply.code(500).send(errorBody('internal', internal))
  })
}

/** The fault of a caller who went away while the body was arriving; nobody reads the answer. */
function brokenOff({ raw }: FastifyRequest): ApiFault | undefined {
  return raw.destroyed && !raw.complete
    ? new ApiFault(400, 'request.brokenOff', 'The connection ended before the body did: send it again.')
    : undefined
}

/** Sends a fault without the error handler, for requests that never reach a route. */
export function sendFault(reply: FastifyReply, fault: CoreError): FastifyReply {
  if (fault instanceof ApiFault && fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter)
  return reply.code(statusOf(fault)).send(errorBody(fault.code, fault.message, fault.details))
}

/** The 404 for an address without a route. */
export function nothingAt(request: FastifyRequest): ApiFault {
  return new ApiFault(
    404,
    'route.notFound',
    `There is nothing at ${request.method} ${pathOf(request)}: see /docs for what there is.`,
  )
}

/** The 404 for an address outside the API: it tells a program that its base address is wrong. */
export function nothingOutside(request: FastifyRequest): ApiFault {
  return new ApiFault(
    404,
    'route.notFound',
    `${request.method} ${pathOf(request)}: no such route; the API is under /api.`,
  )
}

/**
 * The API's fault for an error of Fastify or the disk; undefined for an error that is not the request's fault.
 * @param request absent where the error came before there was one
 */
export function frameworkFault(error: unknown, request?: FastifyRequest): ApiFault | undefined {
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(request?.routeOptions.bodyLimit ?? largestBody)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiFault(
        415,
        'request.mediaType',
        'The body must be JSON: send it with the header Content-Type: application/json.',
      )
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiFault(400, 'request.length', 'The body is not as long as its Content-Length says: send it again.')
    case 'SQLITE_FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return new ApiFault(
        422,
        'disk.full',
        'The disk is full, so this was not taken; what was accepted before is safe. Free some space, and try again.',
      )
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ApiFault(400, 'request.url', 'The address cannot be read: percent-encode its segments as UTF-8.')
    default:
      return undefined
  }
}

/** Ours: milliseconds that a refused client has to read the reason. */
const lastMoments = 2_000

/** Answers what Node refuses before there is a request: too large headers, or bytes that are no HTTP. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'request.headers', 'The headers are larger than 16 KiB: send fewer or shorter ones.'] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'request.timeout', 'The request did not arrive in time: send it again.'] as const)
        : ([400, 'request.http', 'This is not a request that HTTP/1.1 allows: correct it.'] as const)
  const body = JSON.stringify(errorBody(code, message))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  // A client that goes on sending is not waited for.
  setTimeout(() => socket.destroy(), lastMoments).unref()
}

function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error
    ? String((error as FastifyError).code)
    : undefined
}
