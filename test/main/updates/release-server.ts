/** A server of releases for tests, which counts what it is asked, and a release on it. */
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeKeyPair, signDescription } from '../../../scripts/lib/update-key.mjs'

export const keys = makeKeyPair()
/** As electron-builder names a release of this platform. */
export const description = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`

export interface ReleaseServer {
  /** With a slash at its end. */
  url: string
  /** The paths that were asked for, in order. */
  asked: string[]
  /** What is answered at which path; a URL is a redirect there. */
  files: Map<string, Uint8Array | string | URL>
  close(): Promise<void>
}

export async function serveReleases(): Promise<ReleaseServer> {
  const asked: string[] = []
  const files: ReleaseServer['files'] = new Map()
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    asked.push(path)
    const found = files.get(path)
    if (found === undefined) return response.writeHead(404).end()
    if (found instanceof URL) return response.writeHead(302, { location: found.href }).end()
    return response.end(found)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    files,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export interface Release {
  version: string
  program: string
  /** What signs it. */
  privateKey: string
}

/** Puts a release on the server: an AppImage, its description and the signature. @returns the AppImage's name */
export function publish(server: ReleaseServer, changes: Partial<Release> = {}): string {
  const { version, program, privateKey } = { version: '9.9.9', program: '', privateKey: keys.privateKey, ...changes }
  const name = `mintdesk-${version}-linux-x86_64.AppImage`
  const sha512 = createHash('sha512').update(program).digest('base64')
  const text = [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${Math.max(1, Buffer.byteLength(program))}`,
    'releaseNotes: |',
    '  - Minting is calmer.',
    `releaseDate: '2026-11-23T12:00:00.000Z'`,
    '',
  ].join('\n')
  server.files.set(name, program)
  server.files.set(description, text)
  server.files.set(`${description}.sig`, signDescription(description, Buffer.from(text), privateKey))
  return name
}
