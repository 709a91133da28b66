import type { FastifyInstance } from 'fastify'
import { parseExact } from '../../../shared/exact-json.ts'
import { ApiFault } from './faults.ts'

const mebibyte = 1024 * 1024
/** Most bytes of any body that are read: a batch of 10,000 (docs/api.md, "Errors"). */
export const largestBody = 64 * mebibyte
/** Most bytes of a body that is no batch. */
const plainBody = 10 * mebibyte
/** Ours: most bytes of a body from a caller who is not identified yet, with a password or a passkey's answer. */
export const strangersBody = 64 * 1024
/** Ours: most values, also of a batch: as many as a plain body has room for, since in memory an empty object takes more than its text. */
const mostValues = 5_000_000
/** Ours: metadata may have 100 levels; deeper nesting exhausts the stack of recursive code. */
const deepest = 128

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes batches, whose bodies may be larger than others. */
    takesBatch?: true
  }
}

/**
 * Reads JSON bodies. Too large bodies are read to their end (up to `largestBody`) before they are refused, since otherwise the client
 * would see a closed connection instead of the answer. An empty body is `undefined`, whatever its content type.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/([\w.+-]+\+)?json\s*(;|$)/i, { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    try {
      requirePlain(request.headers['content-encoding'])
      done(null, readJson(bytes, request.routeOptions.config?.takesBatch === true))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)), undefined)
    }
  })
}

/** A compressed body is no JSON. @throws ApiFault 415 */
function requirePlain(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return
  throw new ApiFault(
    415,
    'request.encoding',
    `Bodies are not taken compressed (Content-Encoding: ${encoding}): send the JSON as it is.`,
  )
}

/** Decodes only whole texts, so it keeps no state between them. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

function readJson(bytes: Buffer, takesBatch: boolean): unknown {
  if (bytes.length === 0) return undefined
  // Refused before parsing, which takes many times as much memory.
  if (bytes.length > plainBody && !takesBatch) throw tooLarge(plainBody)
  const { depth, values } = shapeOf(bytes)
  if (values > mostValues) throw tooMany()
  let value: unknown
  try {
    value = parseExact(utf8.decode(bytes))
  } catch (error) {
    if (bytes.length > plainBody) throw tooLarge(plainBody)
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw new ApiFault(400, 'request.json', `The body is not valid JSON (${reason}): correct it and send it again.`)
  }
  if (bytes.length > plainBody && !isBatch(value)) throw tooLarge(plainBody)
  if (depth > deepest)
    throw new ApiFault(
      400,
      'request.json',
      `The body holds objects and lists more than ${deepest} levels deep: make it flatter.`,
    )
  return value
}

const [quote, comma, backslash] = [34, 44, 92]

/** How deeply objects and lists of a JSON text are nested, and how many values it has at least. */
function shapeOf(json: Buffer): { depth: number; values: number } {
  let [depth, most, values, inText] = [0, 0, 0, false]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (inText) {
      if (byte === backslash) at++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === comma) values++
    // [ and {
    else if (byte === 91 || byte === 123) {
      values++
      most = Math.max(most, ++depth)
    } else if (byte === 93 || byte === 125) depth--
  }
  return { depth: most, values }
}

/** 413 with what is allowed. */
export function tooLarge(limit: number): ApiFault {
  return new ApiFault(
    413,
    'request.tooLarge',
    `The body is larger than ${limit < mebibyte ? `${limit / 1024} KiB` : `${limit / mebibyte} MiB`}: send less at once, and link to large files instead of sending them along.`,
  )
}

function tooMany(): ApiFault {
  return new ApiFault(
    413,
    'request.tooLarge',
    `The body holds more than ${mostValues / 1_000_000} million values: send several smaller batches.`,
  )
}

/** Whether a body is `{"nfts": […]}`. */
export function isBatch(body: unknown): body is { nfts: unknown[] } {
  return typeof body === 'object' && body !== null && 'nfts' in body && Array.isArray(body.nfts)
}
