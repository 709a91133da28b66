/** Passwords of people who sign in: scrypt from Node, stored with its parameters. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** Memory is 128 · N · r bytes. */
export interface PasswordCost {
  N: number
  r: number
  p: number
}

/** OWASP's Password Storage Cheat Sheet: 64 MiB for each guess. */
export const usualPasswordCost: PasswordCost = { N: 2 ** 16, r: 8, p: 2 }

const keyBytes = 32
const kept = z.object({ N: z.int(), r: z.int(), p: z.int(), salt: z.base64(), hash: z.base64() })

/** Hashes a password for the database. */
export async function sealPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16)
  const hash = await stretched(password, salt, cost)
  return JSON.stringify({ ...cost, salt: salt.toString('base64'), hash: hash.toString('base64') })
}

/** @param sealed the stored hash; null: an unknown person, which takes as long and never matches */
export async function isPassword(sealed: string | null, password: string, usual: PasswordCost): Promise<boolean> {
  if (sealed === null) {
    await stretched(password, randomBytes(16), usual)
    return false
  }
  const { salt, hash, ...cost } = kept.parse(JSON.parse(sealed))
  return timingSafeEqual(await stretched(password, Buffer.from(salt, 'base64'), cost), Buffer.from(hash, 'base64'))
}

function stretched(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    // NFKC, since one keyboard writes an accented letter as one character, another as two.
    scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 2 * 128 * N * r + 2 ** 20 }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}
