/** What a release contains so that it can update itself: the address of updates, and the key that must sign them. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Ed25519's public keys have 32 bytes. */
const keyBytes = 32

const builtIn = z.object({
  /** The folder of the newest release's files, with a slash at the end. */
  url: z.url().refine((url) => isSafe(new URL(url)) && url.endsWith('/')),
  publicKey: z.base64().transform((text, context) => {
    const key = new Uint8Array(Buffer.from(text, 'base64'))
    if (key.length !== keyBytes) context.addIssue({ code: 'custom', message: `must be ${keyBytes} bytes` })
    return key
  }),
})
/** `publicKey`: an Ed25519 key of 32 bytes. */
export type BuiltIn = z.output<typeof builtIn>

/**
 * Reads the file that `npm run pack` wrote beside the program (scripts/lib/update-source.mjs).
 * @returns undefined if there is no file: the build was made from a clone
 */
export function readBuiltIn(file: string): BuiltIn | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  return builtIn.parse(JSON.parse(text))
}

/** Whether requests to an address are allowed: over HTTPS, or to this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}
