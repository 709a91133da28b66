import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { serveModelFrame } from '../../src/core/api/http/model-frame.ts'

it('the frame of strangers’ models has no origin, reaches no network, and is shown by the window alone', async () => {
  const app = Fastify()
  serveModelFrame(app)
  const one = await app.inject('/model-frame')
  const other = await app.inject('/model-frame')
  await app.close()
  const policy = String(one.headers['content-security-policy'])
  expect(policy).toContain('sandbox allow-scripts;')
  expect(policy).not.toContain('allow-same-origin')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('connect-src blob: data:;')
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toMatch(/https?:|'self';.*script/)
  const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? ''
  expect(one.body).toContain(`<script nonce="${nonce}">`)
  expect(other.body).not.toContain(nonce)
})
