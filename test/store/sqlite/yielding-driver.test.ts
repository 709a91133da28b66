import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../src/core/store/sqlite/open.ts'
import { temporaryFolder } from '../../minting/simulated/world.ts'

it('gives others turns while somebody runs one statement after the other', async () => {
  const { db, close } = openStore(join(await temporaryFolder(), 'mintdesk.db'))
  try {
    let turns = 0
    let ended = false
    const turn = (): void => {
      turns++
      if (!ended) setImmediate(turn)
    }
    setImmediate(turn)
    const until = performance.now() + 60_000
    while (turns === 0 && performance.now() < until) {
      await db.selectFrom('settings').selectAll().execute()
      await db.transaction().execute((tx) => tx.selectFrom('settings').selectAll().execute())
    }
    ended = true
    expect(turns).toBeGreaterThan(0)
  } finally {
    await close()
  }
})
