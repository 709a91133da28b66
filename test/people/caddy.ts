/** Debian's Caddy as the proxy of a server, with its internal certificate authority. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Agent, request as secureRequest } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'

/** Whether it is installed here. */
export const hasCaddy = spawnSync('caddy', ['version']).status === 0

export interface Caddy {
  /** Asks it for a host over TLS, and verifies its certificate by its own authority. */
  ask(
    host: string,
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<IncomingMessage>
  close(): Promise<void>
}

/** @param sites a block of the Caddyfile for each host */
export async function startCaddy(folder: string, sites: Readonly<Record<string, string>>): Promise<Caddy> {
  await mkdir(folder, { recursive: true })
  for (;;) {
    const port = await freePort()
    const blocks = Object.entries(sites).map(
      ([host, block]) => `https://${host}:${port} {\n\ttls internal\n${block}\n}`,
    )
    const file = join(folder, 'Caddyfile')
    const options = `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n}`
    await writeFile(file, `${[options, ...blocks].join('\n')}\n`)
    const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore' })
    const authority = join(folder, 'pki/authorities/local/root.crt')
    if (await isUp(child, port, authority, Object.keys(sites))) return at(child, port, readFileSync(authority, 'utf8'))
    // Somebody else took the port meanwhile.
    await end(child)
  }
}

function at(child: ChildProcess, port: number, ca: string): Caddy {
  const agent = new Agent({ ca })
  return {
    async ask(host, path, { method = 'GET', headers = {}, body } = {}) {
      const asked = secureRequest({
        agent,
        host: '127.0.0.1',
        port,
        servername: host,
        path,
        method,
        headers: { host, ...headers },
      })
      asked.end(body)
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      return answer
    },
    close: async () => {
      agent.destroy()
      await end(child)
    },
  }
}

/** @returns false where it ended instead */
async function isUp(child: ChildProcess, port: number, authority: string, hosts: readonly string[]): Promise<boolean> {
  while (child.exitCode === null) {
    if (existsSync(authority) && (await everyAnswers(port, hosts, readFileSync(authority, 'utf8')))) return true
    await pause(50)
  }
  return false
}

/** It listens before it has made the certificate of each host, and refuses who asks for that host until then. */
async function everyAnswers(port: number, hosts: readonly string[], ca: string): Promise<boolean> {
  for (const host of hosts) if (!(await greets(port, host, ca))) return false
  return true
}

function greets(port: number, host: string, ca: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: host, ca }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
