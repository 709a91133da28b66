import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Serves `/model-frame`, in which the window shows models of unknown origin. It has no origin of its own and reaches no network; its script and
 * its models come from the window by messages. It may use `eval`, since decoders are compiled programs: it can reach nothing.
 */
export function serveModelFrame(app: FastifyInstance): void {
  app.get('/model-frame', { schema: { hide: true } }, (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', framePolicy(nonce))
      .header('x-frame-options', 'SAMEORIGIN')
      .send(pageOf(nonce))
  })
}

function framePolicy(nonce: string): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'unsafe-eval' blob:`,
    "style-src 'unsafe-inline'",
    'img-src blob: data:',
    'connect-src blob: data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** The frame's page. Its script asks the window once for the program to run. */
function pageOf(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Model</title>
<style>html, body { height: 100%; margin: 0 } model-viewer { width: 100%; height: 100% }</style>
</head>
<body>
<script nonce="${nonce}">
addEventListener('message', ({ data, source }) => {
  if (source !== parent || window.mintdeskModel !== undefined) return
  window.mintdeskModel = data
  const script = document.createElement('script')
  script.src = URL.createObjectURL(new Blob([data.script], { type: 'text/javascript' }))
  document.head.append(script)
})
parent.postMessage('ready', '*')
</script>
</body>
</html>
`
}
