import { createInterface } from 'node:readline'
import { CommandError } from '../failure.ts'

/**
 * The first line of standard input, where no other program sees the secret.
 * @param what names the secret
 */
export async function secretLine(what: string): Promise<string> {
  for await (const line of createInterface({ input: process.stdin, terminal: false })) return line.trim()
  throw new CommandError('input.missing', `Nothing came on standard input: give ${what} there.`)
}
