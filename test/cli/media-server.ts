import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { pixelBytes } from './run-cli.ts'

/** A server of images that spreadsheets link to. */
export interface MediaServer {
  /** `host:port`, for MINTDESK_ALLOW_HOSTS. */
  host: string
  /** Not there until `uploadLate`. */
  late: string
  uploadLate(): void
  /** Not answered until `release`. */
  held: string
  release(): void
  /** Resolves once somebody asked for `held`. */
  asked: Promise<void>
  close(): Promise<void>
}

export async function openMediaServer(): Promise<MediaServer> {
  const waiting: ServerResponse[] = []
  let isThere = false
  let isReleased = false
  let tellAsked = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    tellAsked = resolve
  })
  const send = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'image/gif' }).end(pixelBytes)
  }
  const server = createServer(({ url }, response) => {
    if (url === '/held.gif') {
      if (isReleased) return send(response)
      waiting.push(response)
      tellAsked()
    } else if (isThere) send(response)
    else response.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the media server has no port')
  const host = `127.0.0.1:${address.port}`
  return {
    host,
    late: `http://${host}/late.gif`,
    uploadLate: () => {
      isThere = true
    },
    held: `http://${host}/held.gif`,
    release: () => {
      isReleased = true
      for (const response of waiting.splice(0)) send(response)
    },
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
