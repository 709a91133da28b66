import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { heldWorld } from '../simulated/held-world.ts'

it('composes whole batches alone while rows are added, and ends when all are', async () => {
  const { world, close } = await heldWorld()
  const sizes = async () =>
    (await world.db.selectFrom('batches').select('size').orderBy('pk').execute()).map(({ size }) => size)
  try {
    await sql`create trigger still_entering after insert on runs begin
      insert into entering (run_id, collection_pk, import_id, started, decided, again, compressed, units)
      values (new.id, new.collection_pk, 'import', 1, 1, 0, 0, 0); end`.execute(world.db)
    await world.addRun('run', 8)
    for (let block = 0; block < 8; block++) {
      world.chain.mine()
      await world.round()
    }
    expect(await sizes()).toEqual([3, 3])
    expect(await world.run('run')).toMatchObject({ state: 'running', entering: 1 })
    await world.db.deleteFrom('entering').execute()
    await world.settle()
    expect(await sizes()).toEqual([3, 3, 2])
    expect(await world.run('run')).toMatchObject({ state: 'finished', entering: 0 })
  } finally {
    await close()
  }
})
