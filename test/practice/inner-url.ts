import { join } from 'node:path'
import { readOwner } from '../../src/core/practice/owner-file.ts'

/**
 * Where the anvil of a practice network answers, past the front and the record, by the file that the core keeps for the next one: a door for tests
 * that play the chain. What they do there is lost, and the network with it, when anvil is killed; not when the core is closed.
 * @param dataDir of a core whose network is up
 */
export async function innerUrl(dataDir: string, chain = 'polygon'): Promise<string> {
  const owner = await readOwner(join(dataDir, 'practice', chain))
  if (owner?.port === undefined) throw new Error(`no practice network for ${chain} runs`)
  return `http://127.0.0.1:${owner.port}`
}
