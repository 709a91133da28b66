/** The engine on a practice network of Aptos. */
import { expect, vi } from 'vitest'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { programFile } from '../core/built-programs.ts'
import { type TokenOnChain, tokensOnChain } from '../faults/aptos-on-chain.ts'
import { type OpenEngine, type OpenEngineOptions, openEngine } from '../minting/open-engine.ts'

export function openAptos(dir: string, options: Partial<OpenEngineOptions> = {}): Promise<OpenEngine> {
  return openEngine({ dir, aptos: { program: programFile('aptos-node'), commitMs: 20 }, ...options })
}

/** The mints of a world, once none of them waits any more. */
export async function ended({ db }: OpenEngine, timeout = 100_000) {
  const mints = () => mintsNow(db).selectAll().orderBy('pk').execute()
  const waiting = async () => {
    const rows = await mints()
    expect(rows.filter(({ state }) => state !== 'succeeded' && state !== 'failed').map(({ id }) => id)).toEqual([])
    return rows
  }
  return vi.waitFor(waiting, { timeout, interval: 100 })
}

/** All tokens of a world, by plain calls past everything between engine and node. A node that was killed may be on its way up. */
export async function onChain({ aptos }: OpenEngine): Promise<TokenOnChain[]> {
  const read = async () => tokensOnChain((await aptos?.start())?.rpcUrl ?? '')
  return vi.waitFor(read, { timeout: 60_000, interval: 200 })
}
