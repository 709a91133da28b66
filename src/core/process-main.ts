import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type CoreMessage, shellMessage } from '../shared/core-messages.ts'
import { type Core, openCore } from './index.ts'
import { CoreError } from './lib/errors.ts'
import { shellKeychain } from './wallets/shell-keychain.ts'

const environment = z.object({
  MINTDESK_HOME: z.string().min(1),
  MINTDESK_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
})

/** The part of Electron's `process.parentPort` that is used. */
interface ParentPort {
  postMessage(message: CoreMessage & { code?: string }): void
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
}

function isParentPort(value: unknown): value is ParentPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value
}

/**
 * Runs the core of this process until the shell closes it.
 * @param root the root of the checkout or the packaged app
 */
export async function runCore(root: string): Promise<void> {
  const parent: unknown = Reflect.get(process, 'parentPort')
  if (isParentPort(parent)) return await serveShell(parent, root)
  process.stderr.write('This file is started by the Mintdesk app; use "mintdesk serve" to run the core by itself.\n')
  process.exit(1)
}

async function serveShell(port: ParentPort, root: string): Promise<void> {
  let core: Core | undefined
  let isClosing = false
  const keychain = shellKeychain((message) => port.postMessage(message))
  const close = (): void => {
    if (isClosing) return
    isClosing = true
    // A core that is not open yet needs no closing: the data on disk is consistent at every moment.
    const closed = core?.close() ?? Promise.resolve()
    closed.then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  port.on('message', ({ data }) => {
    const message = shellMessage.safeParse(data)
    if (!message.success) return
    if (message.data.type === 'keychain') keychain.answered(message.data)
    else if (message.data.type === 'close') close()
    else if (core && message.data.type === 'offer')
      port.postMessage({ type: 'offered', id: core.offerFile(message.data.path) })
    else if (core) port.postMessage({ type: 'ticket', ticket: core.ticket() })
  })
  process.on('SIGTERM', close)
  process.on('SIGINT', close)

  try {
    const { MINTDESK_HOME, MINTDESK_PORT } = environment.parse(process.env)
    core = await openCore({
      dataDir: MINTDESK_HOME,
      port: MINTDESK_PORT,
      version: z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
        .version,
      webRoot: join(root, 'out/renderer'),
      resourcesDir: join(root, 'resources'),
      env: process.env,
      keychain,
      onWork: (work) => port.postMessage({ type: 'work', work }),
    })
    port.postMessage({ type: 'ready', url: core.url, ticket: core.ticket() })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    port.postMessage({ type: 'failed', code: error instanceof CoreError ? error.code : 'core.failed', message })
  }
}
