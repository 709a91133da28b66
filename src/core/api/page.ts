import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiFault } from './faults.ts'
import { pathOf } from './host.ts'

/** Paths that are never the window's. */
const reserved = /^\/(api|app|ipfs|docs)(\/|$)|^\/(openapi\.json|health)\/?$/

/**
 * Serves the built window from `webRoot`: its files by name, and `index.html` (with a fresh nonce for styles) for every other GET,
 * since the window routes by itself. Unknown paths of the API get 404 here.
 */
export async function servePage(app: FastifyInstance, webRoot: string): Promise<void> {
  const built = existsSync(join(webRoot, 'index.html'))
  if (built)
    await app.register(fastifyStatic, {
      root: join(webRoot, 'assets'),
      prefix: '/assets/',
      index: false,
      schemaHide: true,
      immutable: true,
      maxAge: '1y',
    })
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    const wanted = request.method === 'GET' || request.method === 'HEAD'
    if (!wanted || reserved.test(path) || /^\/assets\//.test(path))
      throw new ApiFault(
        404,
        'route.notFound',
        `There is nothing at ${request.method} ${path}: see /docs for what there is.`,
      )
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
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
