import { z } from 'zod'
import { PinningError } from '../pinning.ts'
import { capital, parsed, retryAfterMs, type ServiceAnswer } from './service-faults.ts'

/** Kubo's own form of an error: `{"Message":"…","Code":0,"Type":"error"}`. */
const errorBody = z.object({ Message: z.string() })
const importLine = z.union([
  z.object({ Root: z.object({ Cid: z.object({ '/': z.string() }), PinErrorMsg: z.string().optional() }) }),
  z.object({ Stats: z.unknown() }),
])
const refusals: ReadonlySet<number> = new Set([401, 402, 403, 407])
const passing: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504])

/**
 * Requires that an answer is that of a working IPFS node.
 * @param name the node's name in sentences
 * @throws PinningError with what is wrong and the cure
 */
export function checkAnswer(name: string, answer: ServiceAnswer): void {
  const { status, headers, text, streamError } = answer
  const contentType = headers['content-type'] ?? ''
  if (streamError !== undefined) throw refused(name, pinErrorIn(text) ?? streamError)
  if (status === 200 && !/^\s*</.test(text) && !contentType.startsWith('text/html')) return
  if (refusals.has(status))
    throw new PinningError(
      'storage.refused',
      `${capital(name)} refuses the request (${status}): give the token, or the user and password, that it asks for, and let it use /api/v0/dag/import, /api/v0/pin/ls and /api/v0/version.`,
    )
  if (passing.has(status))
    throw new PinningError(
      'storage.unreachable',
      `${capital(name)} is not ready (${status}): look whether it is running.`,
      retryAfterMs(headers),
    )
  if (status === 413)
    throw new PinningError(
      'storage.refused',
      `${capital(name)} takes no upload of this size (413): raise the limit of the server in front of it.`,
    )
  const said = messageOf(text)
  if (said !== undefined) throw refused(name, said)
  throw new PinningError(
    'storage.wrong',
    `${capital(name)} answers with ${/^\s*</.test(text) || contentType.startsWith('text/html') ? 'a web page' : `the status ${status}`}, not as an IPFS node does: give the address of its RPC (port 5001), not that of a gateway or a web page.`,
  )
}

/**
 * Reads the answer to `dag/import` and requires that each root is pinned under the very CID that was sent.
 * https://docs.ipfs.tech/reference/kubo/rpc/#api-v0-dag-import
 */
export function checkImport(name: string, text: string, roots: readonly string[]): void {
  const pinned = new Set<string>()
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const read = importLine.safeParse(parsed(line))
    if (!read.success)
      throw new PinningError(
        'storage.wrong',
        `${capital(name)} does not answer an upload as an IPFS node does: give the address of its RPC (port 5001).`,
      )
    if (!('Root' in read.data)) continue
    const { Cid, PinErrorMsg = '' } = read.data.Root
    if (PinErrorMsg !== '') throw refused(name, PinErrorMsg)
    pinned.add(Cid['/'])
  }
  const missing = roots.find((root) => !pinned.has(root))
  if (missing === undefined) return
  const others = [...pinned].filter((cid) => !roots.includes(cid))
  throw new PinningError(
    'storage.wrong',
    others.length > 0
      ? `${capital(name)} keeps the content ${missing} under another address, ${others[0]}: use another node, since NFTs name the content by its address.`
      : `${capital(name)} took an upload without saying that it keeps ${missing}: look at its log, or use another node.`,
  )
}

/** Why a root was not pinned. The error at the end only counts the failed roots (ipfs/kubo, core/commands/dag/import.go). */
function pinErrorIn(text: string): string | undefined {
  for (const line of text.split('\n')) {
    const read = importLine.safeParse(parsed(line))
    if (read.success && 'Root' in read.data && read.data.Root.PinErrorMsg) return read.data.Root.PinErrorMsg
  }
  return undefined
}

/** The error that a node reports, as a sentence. */
function refused(name: string, said: string): PinningError {
  const short = said.length > 200 ? `${said.slice(0, 200)}…` : said
  if (/no space left|disk quota|storage ?max|not enough (disk )?space/i.test(said))
    return new PinningError('storage.full', `${capital(name)} has no room left (${short}): free some space there.`)
  return new PinningError(
    'storage.refused',
    `${capital(name)} could not keep the content: ${short.replace(/\.?$/, '.')}`,
  )
}

/** The message of an error in Kubo's form; undefined for other texts. */
export function messageOf(text: string): string | undefined {
  return errorBody.safeParse(parsed(text)).data?.Message
}
