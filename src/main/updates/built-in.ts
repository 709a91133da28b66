/** What a release is built with, so that it can update itself: where to ask, and whose signature counts. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Ed25519's public keys have 32 bytes. */
const keyBytes = 32

const builtIn = z.object({
  /** The folder of the newest release's files, with a slash at its end. */
  url: z.url().refine((url) => isSafe(new URL(url)) && url.endsWith('/')),
  publicKey: z.base64().transform((text, context) => {
    const key = new Uint8Array(Buffer.from(text, 'base64'))
    if (key.length !== keyBytes) context.addIssue({ code: 'custom', message: `must be ${keyBytes} bytes` })
    return key
  }),
})
/** `publicKey`: 32 bytes of Ed25519. */
export type BuiltIn = z.output<typeof builtIn>

/**
 * Reads what `npm run pack` wrote beside the program (scripts/lib/update-source.mjs).
 * @returns undefined where there is none: the build was made from a clone
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

/** Whether an address may be asked: encrypted, or on this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}
