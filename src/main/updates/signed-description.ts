/** The description of a release (`latest….yml` of electron-builder) and the signature over it. Pure. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { parse } from 'yaml'
import { z } from 'zod'
import { UpdateError } from './update-error.ts'

/** Ours, bytes: a description has a few hundred bytes and the release notes. */
export const descriptionBound = 256 * 1024
/** Ours, bytes: a package has about 150 MB. This is also the limit for a file without a stated size. */
const largestPackage = 1024 ** 3
/** SHA-512 in base64. */
const sha512 = z.string().regex(/^[A-Za-z0-9+/]{86}==$/)

const description = z.object({
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.-]{1,40})?$/),
  files: z
    .array(
      z.object({
        // A file name: it cannot lead to another folder or host.
        url: z.string().regex(/^\w[\w.+-]{0,200}$/),
        sha512,
        size: z.int().positive().max(largestPackage).default(largestPackage),
      }),
    )
    .min(1)
    .max(20),
  releaseNotes: z.string().max(20_000).default(''),
})
/** `size`: at most this many bytes. */
export type Description = z.output<typeof description>

/** The bytes that are signed. They contain the name, so that another system's description cannot replace this one. */
export function signedBytes(name: string, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`Mintdesk update ${name}\n`), bytes])
}

/**
 * Verifies a description and reads it.
 * @param name of the description's file, such as `latest-linux.yml`
 * @param signature 64 bytes in base64
 * @param publicKey the 32 bytes of the key that this build trusts
 * @throws UpdateError for a wrong signature, before anything is parsed, or an unknown form
 */
export function readDescription(
  name: string,
  bytes: Uint8Array,
  signature: string,
  publicKey: Uint8Array,
): Description {
  if (!isSigned(signedBytes(name, bytes), signature, publicKey))
    throw new UpdateError(
      'The description of the newest release is not signed with the key of this Mintdesk, so nothing was downloaded. Try again tomorrow; if it stays so, tell the people who publish Mintdesk.',
    )
  try {
    return description.parse(parse(Buffer.from(bytes).toString('utf8')))
  } catch (cause) {
    throw new UpdateError(
      'The description of the newest release is of a form that this Mintdesk does not know, so nothing was downloaded: install the newer version by hand.',
      cause,
    )
  }
}

function isSigned(bytes: Uint8Array, signature: string, publicKey: Uint8Array): boolean {
  const decoded = Buffer.from(signature.trim(), 'base64')
  if (decoded.length !== 64) return false
  try {
    return ed25519.verify(decoded, bytes, publicKey, { zip215: false })
  } catch {
    return false
  }
}
