import type { FastifyRequest } from 'fastify'
import { ApiFault } from './faults.ts'

const names = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Refuses what was not sent to us by a program or a page of this machine. A page of elsewhere whose name was made to point here
 * still sends its own Host; a page of elsewhere that calls us sends its Origin.
 * @throws ApiFault 421 `request.host`, 403 `request.origin`
 */
export function checkHost(request: FastifyRequest): void {
  const hosts = ownHosts(request.raw.socket.localPort)
  if (!hosts.includes((request.headers.host ?? '').toLowerCase()))
    throw new ApiFault(
      421,
      'request.host',
      `This server answers only to its own address: call it as http://${hosts[0]}, not as ${JSON.stringify(request.headers.host ?? '')}.`,
    )
  const { origin } = request.headers
  if (origin !== undefined && !hosts.some((host) => origin.toLowerCase() === `http://${host}`))
    throw new ApiFault(
      403,
      'request.origin',
      `A page of ${JSON.stringify(origin)} may not call this server: only Mintdesk's own window may.`,
    )
}

/** The address that answers give for other resources: the Host that was asked, which is checked. */
export function baseOf(request: FastifyRequest): string {
  return `http://${request.headers.host ?? names[0]}`
}

/** A request that came over no socket (in tests) has no port to compare with. */
function ownHosts(port: number | undefined): string[] {
  if (port === undefined) return [...names, ...names.map((name) => `${name}:80`)]
  const withPort = names.map((name) => `${name}:${port}`)
  return port === 80 ? [...withPort, ...names] : withPort
}
