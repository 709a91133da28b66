import { createServer } from 'node:net'
import { defaultPort } from '../../core/host/listen.ts'
import type { Line } from './line.ts'

/**
 * @param running the address of the core that runs on this data folder
 * @param named MINTDESK_PORT
 */
export async function checkPort(running: string | undefined, named: string | undefined): Promise<Line> {
  const name = 'port'
  if (running !== undefined) return { name, state: 'ok', says: `Mintdesk runs, at ${running}.` }
  const port = named === undefined || named === '' ? defaultPort : Number(named)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return {
      name,
      state: 'broken',
      says: `MINTDESK_PORT is no port: ${named}`,
      cure: 'Set it to a number from 0 to 65535.',
    }
  if (port === 0) return { name, state: 'ok', says: 'Any free port is used.' }
  return judgePort(port, await tryPort(port), named)
}

/** @param code why the system refused the port; undefined: it did not */
export function judgePort(port: number, code: string | undefined, named: string | undefined): Line {
  const name = 'port'
  if (code === undefined) return { name, state: 'ok', says: `Port ${port} is free.` }
  if (port === defaultPort && code === 'EADDRINUSE' && !named)
    return {
      name,
      state: 'note',
      says: `Port ${port} is in use by another program; Mintdesk takes the next one that is free.`,
    }
  if (code === 'EADDRINUSE')
    return {
      name,
      state: 'broken',
      says: `Port ${port} is in use by another program.`,
      cure: 'Close that program, or choose another port (--port, MINTDESK_PORT).',
    }
  return {
    name,
    state: 'broken',
    says: `The system refuses port ${port} (${code}).`,
    cure: 'Choose another port above 1023 (--port, MINTDESK_PORT).',
  }
}

function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
