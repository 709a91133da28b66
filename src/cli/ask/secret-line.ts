import { createInterface } from 'node:readline'
import { CommandError } from '../failure.ts'

/**
 * The first line of standard input, where no one else sees a secret.
 * @param what it is, for a person
 */
export async function secretLine(what: string): Promise<string> {
  for await (const line of createInterface({ input: process.stdin, terminal: false })) return line.trim()
  throw new CommandError('input.missing', `Nothing came on standard input: give ${what} there.`)
}
