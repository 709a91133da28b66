import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { nothingAt, nothingOutside } from './error-handling.ts'
import { ApiFault } from './faults.ts'
import { pathOf } from './host.ts'
import { answerBy, openLater } from './later.ts'
import type { RefuseOtherMethods } from './methods.ts'
import { serveModelFrame } from './model-frame.ts'

/** Paths that are never the window's pages. */
const reserved = /^\/(api|app|ipfs|docs)(\/|$)|^\/assets\/|^\/(openapi\.json|health)\/?$/

export interface PageOptions {
  /** Absolute path of the built window. */
  webRoot: string
  log: Logger
  refuseOtherMethods: RefuseOtherMethods
}

/**
 * Whether a browser asks for a page; a program at a wrong URL gets an error instead. A client that accepts anything gets the page only at the
 * window's own URL.
 */
function isForPage({ method, headers: { accept = '*/*' } }: FastifyRequest, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const taken = accept
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim() ?? '')
  return taken.some((type) => type === 'text/html' || type === 'text/*' || (type === '*/*' && path === '/'))
}

/** The 404 for a URL that is no page of the window. */
export function nowhere(request: FastifyRequest): ApiFault {
  return reserved.test(pathOf(request)) ? nothingAt(request) : nothingOutside(request)
}

/**
 * Serves the built window from `webRoot`: its files by name, and `index.html` (with a fresh nonce for styles) for every other GET
 * that accepts HTML, since the window routes by itself. Unknown paths get 404 here, known ones 405 for methods they do not have.
 */
export function servePage(app: FastifyInstance, { webRoot, log, refuseOtherMethods }: PageOptions): void {
  const built = existsSync(join(webRoot, 'index.html'))
  if (built) {
    const files = openLater(app, log, async (part) => {
      const { default: fastifyStatic } = await import('@fastify/static')
      await part.register(fastifyStatic, {
        root: join(webRoot, 'assets'),
        prefix: '/assets/',
        index: false,
        immutable: true,
        maxAge: '1y',
      })
    })
    answerBy(app, '/assets/*', files)
    serveModelFrame(app)
  }
  app.setNotFoundHandler(async (request, reply) => {
    refuseOtherMethods(request, reply)
    const path = pathOf(request)
    if (reserved.test(path) || !isForPage(request, path)) throw nowhere(request)
    if (!built)
      throw new ApiFault(404, 'page.missing', 'The window has not been built: run "npm run build", then load it again.')
    return await sendIndex(webRoot, request, reply)
  })
}

async function sendIndex(webRoot: string, _request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64url')
  const html = await readFile(join(webRoot, 'index.html'), 'utf8')
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-store')
    .send(html.replaceAll('__CSP_NONCE__', nonce))
}

function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    // The frame for models of unknown origin.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
