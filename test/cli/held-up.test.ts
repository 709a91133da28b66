/** What a person lets go on: the commands say what came of it, and HTTP the same by status and code. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { haltCollection } from '../../src/core/store/collections/halting.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { cli } from './run-cli.ts'

it('collections resume lets a collection go on that was stopped, and says of one that was not that nothing holds it up', async () => {
  await withFolder(async (home) => {
    await withCore(home, async (core) => (await windowOf(core)).call('GET', '/app/collections'))
    const { db, close } = openStore(join(home, 'mintdesk.db'))
    const { pk } = await db
      .selectFrom('collections')
      .select('pk')
      .where('id', '=', 'default-polygon')
      .executeTakeFirstOrThrow()
    await haltCollection(db, pk, 'Its lists are lost.')
    await close()
    await withCore(home, async (core) => {
      const { call } = await windowOf(core)
      const resumed = await cli(home, 'collections', 'resume', 'default-polygon')
      expect(resumed).toEqual({
        code: 0,
        stderr: '',
        stdout:
          'default-polygon goes on; if the chain still differs from this database, it stops again. Batches that the chain does not hold have failed and can be retried. What is asked for again with the recipient and the metadata address of an NFT on chain that nobody here knows counts as that one; a copy of a semi-fungible collection is minted once more.\n',
      })
      const again = await cli(home, 'collections', 'resume', 'default-polygon', '--json')
      const sentence = 'Nothing holds the collection "default-polygon" up.'
      expect(again.code).toBe(1)
      expect(again.stderr).toBe(`${sentence}\n`)
      expect(JSON.parse(again.stdout)).toMatchObject({ error: true, code: 'collection.running', message: sentence })
      expect(await call('POST', '/app/collections/default-polygon/resume')).toMatchObject({
        json: { code: 'collection.running', message: sentence },
      })
      expect(await call('POST', '/app/collections/none/resume')).toMatchObject({ status: 404 })
    })
  })
})

it('networks free says where nothing waits that it could replace', async () => {
  await withFolder((home) =>
    withCore(home, async (core) => {
      const { call } = await windowOf(core)
      const sentence =
        "No transaction of this project's fee balance that Mintdesk does not know waits in the pool of polygon: there is nothing to replace."
      expect(await cli(home, 'networks', 'free', 'polygon')).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` })
      const answer = await call('POST', '/app/networks/polygon/free')
      expect(answer).toMatchObject({ json: { error: true, code: 'network.free', message: sentence } })
      expect([answer.status, (await call('POST', '/app/networks/nowhere/free')).status]).toEqual([422, 422])
    }),
  )
})
