import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openEngine, until } from '../open-engine.ts'
import { simulatedChain } from '../simulated/chain.ts'
import { simulatedChains, treasury } from '../simulated/client.ts'
import { temporaryFolder } from '../simulated/world.ts'

it('a mint is said to have succeeded once its collection is said to be on chain, also where both are confirmed together', async () => {
  const chain = simulatedChain({ confirmations: 50 })
  chain.setBalance(treasury, 10n ** 18n)
  const { db, addMints, close } = await openEngine({
    dir: await temporaryFolder(),
    chains: simulatedChains(chain),
    timing: { groupMs: 1, pollMs: 5 },
  })
  try {
    await sql`create temp table said (what text)`.execute(db)
    await sql`create temp trigger mint_said after update of state on batches when new.state = 'succeeded' begin
      insert into said values ('minted'); end`.execute(db)
    await sql`create temp trigger collection_said after update of state on collections when new.state = 'deployed' begin
      insert into said values ('deployed'); end`.execute(db)
    await addMints(['first'])
    await until('the mint is sent', async () => {
      chain.mine()
      const mints = db.selectFrom('transactions').select('pk').where('purpose', '=', 'mint').where('state', '=', 'sent')
      return (await mints.execute()).length > 0
    })
    for (let blocks = 0; blocks < 100; blocks++) chain.mine()
    await until('it is minted', async () => {
      const batches = await db.selectFrom('batches').select('state').execute()
      return batches.some(({ state }) => state === 'succeeded')
    })
    const { rows } = await sql<{ what: string }>`select what from said order by rowid`.execute(db)
    expect(rows.map(({ what }) => what)).toEqual(['deployed', 'minted'])
  } finally {
    await close()
  }
})
