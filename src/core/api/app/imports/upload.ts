import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { ApiFault, invalidRequest } from '../../http/faults.ts'

const gibibyte = 1024 ** 3
/** The largest upload (docs/spreadsheet.md, "The file"). */
export const largestFile = 2 * gibibyte

/** Lets the routes of `app` take a file's bytes as their body, as a stream that is not held in memory. */
export function acceptFiles(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
}

/**
 * Writes a body to a file, whole or not at all. Until it is whole, an earlier file of that name stays, since the engine may be reading it.
 * @throws ApiFault 413 over `limit` bytes, 422 `disk.full`, 400 when the body ends early or is no file.
 */
export async function receiveFile(body: unknown, file: string, limit: number): Promise<void> {
  if (!isReadable(body))
    throw new ApiFault(
      415,
      'request.mediaType',
      'The body must be the bytes of the file: send it with the header Content-Type: application/octet-stream.',
    )
  await mkdir(dirname(file), { recursive: true })
  const part = join(dirname(file), `.${randomUUID()}.part`)
  try {
    // A failure must not destroy the body: that would close the connection, and the client would not read the answer.
    const bytes = body.iterator({ destroyOnReturn: false })
    await pipeline(bytes, upTo(limit), createWriteStream(part, { flags: 'wx', mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    body.resume()
    await rm(part, { force: true })
    throw uploadFault(error)
  }
}

function upTo(limit: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= limit) return done(null, chunk)
      done(
        new ApiFault(
          413,
          'file.size',
          `The file is larger than ${limit >= gibibyte ? `${limit / gibibyte} GiB` : `${limit / 1024 ** 2} MiB`}: send a smaller one.`,
        ),
      )
    },
  })
}

function uploadFault(error: unknown): unknown {
  if (error instanceof ApiFault) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC')
    return new ApiFault(
      422,
      'disk.full',
      'The disk is full, so the file was not taken: free some space, and send it again.',
    )
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'ECONNABORTED')
    return new ApiFault(400, 'request.length', 'The file did not arrive whole: send it again.')
  return error
}

/**
 * Where a dropped file belongs inside `folder`, by its path relative to the dropped folder.
 * @throws ApiFault 400 when the path leads out of the folder, or is none.
 */
export function placeInside(folder: string, path: string): string {
  const parts = path.split('/')
  const bad =
    path === '' ||
    path.length > 1_024 ||
    posix.isAbsolute(path) ||
    parts.length > 32 ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    /[\u0000-\u001f\u007f\\:]/.test(path) ||
    parts.some((part) => part === '' || part === '.' || part === '..' || Buffer.byteLength(part) > 255)
  if (bad)
    throw invalidRequest([
      { path: 'path', message: `${JSON.stringify(path)} is no path of a file in a folder: give it as images/1.png.` },
    ])
  return join(folder, ...parts)
}

function isReadable(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body
}
