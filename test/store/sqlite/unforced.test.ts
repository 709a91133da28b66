import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type OpenStore, openStore } from '../../../src/core/store/sqlite/open.ts'
import { unforced } from '../../../src/core/store/sqlite/unforced.ts'
import { temporaryFolder } from '../../minting/simulated/world.ts'

/** https://www.sqlite.org/pragma.html#pragma_synchronous */
const [normal, full] = [1, 2]
const levelOf = async (db: OpenStore['db']) =>
  (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]?.synchronous

test('only the commits that ask for it are not forced to the disk, whether they go well or fail', async () => {
  const dir = await temporaryFolder()
  const { db, close } = openStore(join(dir, 'mintdesk.db'))
  try {
    const inside: unknown[] = []
    // More than once: what is prepared once would say it once.
    for (let turn = 0; turn < 3; turn++) {
      await unforced(db, async (trx) => {
        inside.push(await levelOf(trx))
        await trx
          .insertInto('networks')
          .values({ network: `n${turn}`, genesis: 'g' })
          .execute()
      })
      expect(await levelOf(db)).toBe(full)
      await db.transaction().execute(async (trx) => expect(await levelOf(trx)).toBe(full))
    }
    expect(inside).toEqual([normal, normal, normal])
    const failing = unforced(db, async (trx) => {
      await trx.deleteFrom('networks').execute()
      throw new Error('not today')
    })
    // Whoever asks meanwhile waits for its end.
    const meanwhile = levelOf(db)
    await expect(failing).rejects.toThrow('not today')
    expect([await meanwhile, await levelOf(db)]).toEqual([full, full])
    expect(await db.selectFrom('networks').select('network').execute()).toHaveLength(3)
  } finally {
    await close()
    await rm(dir, { recursive: true, force: true })
  }
})
