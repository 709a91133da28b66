import { copyFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { foldLog } from '../store/sqlite/snapshot.ts'
import { stampOf, whenGone } from './sources.ts'

/** Ours, ms: a practice network writes in bursts, with pauses between its blocks. */
const waits: readonly number[] = [0, 300, 1_000, 3_000]

/**
 * Copies a database that another process has locked, with its log, while neither file is written.
 * @returns whether the copy succeeded; a busy practice network is left to the next backup
 */
export async function copyUnwritten(file: string, to: string): Promise<boolean> {
  for (const wait of waits) {
    await pause(wait)
    const before = await stampOf(file, 'ledger')
    if (!before) return false
    await copyFile(file, to)
    await copyFile(`${file}-wal`, `${to}-wal`).catch(whenGone)
    if ((await stampOf(file, 'ledger'))?.stamp !== before.stamp) continue
    foldLog(to)
    return true
  }
  return false
}
