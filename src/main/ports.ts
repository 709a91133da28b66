import { createServer } from 'node:net'

/** `preferred` where it is free on 127.0.0.1 and ::1, else 0: let the system choose. */
export async function freePort(preferred: number): Promise<number> {
  const free = await Promise.all(['127.0.0.1', '::1'].map((host) => isFree(host, preferred)))
  return free.every(Boolean) ? preferred : 0
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    // A machine without IPv6 has no ::1 that could be taken.
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    )
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
