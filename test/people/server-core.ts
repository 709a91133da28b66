/** A core that is a server, and people at its public address as its proxy passes them on. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { Core, CoreOptions } from '../../src/core/index.ts'
import { type Role, session } from '../../src/shared/app-api.ts'
import { type Caller, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { codeOf, password } from './codes.ts'

export const publicUrl = 'https://mint.example'
/** Passwords that cost next to nothing. */
export const cheap = { N: 1_024, r: 8, p: 1 }
export const trial = { passwordCost: cheap, vaultCost: cheap }

/** Opens a core as a server, which `anna`, an admin, was made an account of before. @param use gets the secret of anna's link */
export async function withServer<T>(
  use: (core: Core, secret: string, folder: string) => Promise<T>,
  more: Partial<CoreOptions> = {},
): Promise<T> {
  return await withFolder(async (folder) => {
    const secret = await withCore(folder, (core) => invite(core, 'anna', 'admin'), { trial })
    return await withCore(folder, (core) => use(core, secret, folder), { trial, server: { publicUrl }, ...more })
  })
}

/** Adds somebody from this computer. @returns the secret of the link */
export async function invite(core: Core, name: string, role: Role): Promise<string> {
  const { call } = await windowOf(core)
  const { json } = await call('POST', '/app/people', { name, role, publicUrl })
  return secretOf(json.link)
}

export function secretOf(link: unknown): string {
  return String(link).replace(`${publicUrl}/#invitation=`, '')
}

/** What comes by the public address, over a proxy of this computer. @param address where it came to the proxy from */
export function outside(core: Core, headers: Record<string, string> = {}, address = '198.51.100.7'): Caller {
  return naming(core.url, { ...passedOn(address), ...headers })
}

function passedOn(address: string): Record<string, string> {
  return { host: new URL(publicUrl).host, 'x-forwarded-for': address, 'x-forwarded-proto': 'https' }
}

/** The event stream of somebody, which has begun. */
export async function streamOf(core: Core, token: string) {
  const headers = { ...passedOn('198.51.100.7'), authorization: `Bearer ${token}` }
  const asked = request(`${core.url}/app/events`, { headers })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const ended = new Promise<void>((done) => response.once('close', done))
  await once(response.resume(), 'data')
  return { ended, hasEnded: () => response.readableEnded, leave: () => asked.destroy() }
}

/** Calls with a Host of its own, which `fetch` does not let choose. */
export function naming(url: string, own: Record<string, string>): Caller {
  return async (method, path, body, headers = {}) => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const type =
      sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
    const asked = request(`${url}${path}`, { method, headers: { ...own, ...type, ...headers } })
    asked.end(sent)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const text = await readText(answer)
    const said = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    const isJson = answer.headers['content-type']?.startsWith('application/json') ?? false
    return {
      status: answer.statusCode ?? 0,
      headers: new Headers(said),
      text,
      json: isJson && text !== '' ? JSON.parse(text) : null,
    }
  }
}

/** Uses a link: sets the password, and is signed in. */
export async function accept(core: Core, link: string) {
  const ask = outside(core)
  const { totpSecret } = (await ask('POST', '/app/login/link', { link })).json
  const answer = await ask('POST', '/app/login/accept', { link, password, code: codeOf(String(totpSecret)) })
  const made = session.parse(answer.json)
  const call = outside(core, { authorization: `Bearer ${made.token}` })
  return { ...made, call, totp: String(totpSecret), cookie: answer.headers.get('set-cookie') ?? '' }
}

/** Somebody with a role, signed in. */
export async function signedIn(core: Core, name: string, role: Role) {
  return await accept(core, await invite(core, name, role))
}
