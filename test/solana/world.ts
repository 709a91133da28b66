/** The engine on a practice network of Solana: with the real programs where there are any (MINTDESK_SOLANA_PROGRAMS), else with a tape. */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { programFile } from '../core/built-programs.ts'
import { programOf } from '../core/test-programs.ts'
import { type OpenEngine, type OpenEngineOptions, openEngine } from '../minting/open-engine.ts'

const programs = process.env.MINTDESK_SOLANA_PROGRAMS
/** Record: MINTDESK_TAPE_MODE=record, with the programs. */
const record = process.env.MINTDESK_TAPE_MODE === 'record'

export const real = programs !== undefined
/** The programs themselves, and no tape is written: for what would be another test's messages on it. */
export const untaped = real && !record
const folders = programs === undefined ? [] : [programs]

/** Always the same keys, so that the same transactions are made. */
export const words = 'test test test test test test test test test test test junk'

/** Which node to run for a test that is on the tape of this name. */
export function nodeFor(tape: string): { program: string; programs: string[] } {
  if (real && !record) return { program: programFile('solana-node'), programs: folders }
  process.env.MINTDESK_TAPE = join(import.meta.dirname, 'tape', `${tape}.json.gz`)
  process.env.MINTDESK_TAPE_MODE = record ? 'record' : 'replay'
  return { program: programOf('test/solana/tape/node.ts'), programs: folders }
}

export async function newTape(tape: string): Promise<void> {
  if (record) await rm(join(import.meta.dirname, 'tape', `${tape}.json.gz`), { force: true })
}

export async function openSolana(
  dir: string,
  node: { program: string; programs: string[] },
  options: Partial<OpenEngineOptions> = {},
): Promise<OpenEngine> {
  return openEngine({ dir, mnemonic: words, solana: { ...node, slotMs: 100 }, ...options })
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

/** Who holds what of a world's trees, as the chain's own transactions tell it. */
export async function onChain({ db, chains }: OpenEngine): Promise<{ owner: string; address: string; tree: string }[]> {
  const { trees } = await chains.client('practice', 'solana')
  const rows = await db.selectFrom('trees').selectAll().orderBy('ordinal').execute()
  const found = await Promise.all(
    rows.map(async ({ address: tree }) =>
      ((await trees?.leavesFrom(tree, 0)) ?? []).map(({ owner, address }) => ({ owner, address, tree })),
    ),
  )
  return found.flat()
}
