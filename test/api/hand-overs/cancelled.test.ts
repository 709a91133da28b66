import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProject } from '../../../src/core/store/installation/projects.ts'
import { setHandOverState } from '../../../src/core/store/journal/hand-overs/hand-overs.ts'
import { openStore } from '../../../src/core/store/sqlite/open.ts'
import { windowOf, withCore, withFolder } from '../../core/trial-core.ts'
import { openReceiver } from '../../events/open-hooks.ts'
import { handOver } from '../../minting/transfers/handed-over.ts'

it('webhooks tell at once of the transfers that a cancelled hand-over gives up', async () => {
  const receiver = await openReceiver(Date.now)
  await withFolder((folder) =>
    withCore(folder, async (core) => {
      const { call } = await windowOf(core)
      const { db, close } = openStore(join(folder, 'mintdesk.db'), { migrate: false })
      // Live without a seed: nothing of it is signed.
      const { id: projectId } = await createProject(db, { name: 'Live', kind: 'live' }, 1)
      const inProject = { 'x-mintdesk-project': projectId }
      expect((await call('POST', '/app/webhooks', { url: receiver.url }, inProject)).status).toBe(200)
      await db.transaction().execute(async (tx) => {
        const pk = await handOver({ db: tx, chain: { count: () => 0 } }, 'given', { count: 2, projectId })
        await setHandOverState(tx, pk, { from: ['running'], to: 'paused' })
      })
      await close()
      const { json } = await call('POST', '/app/hand-overs/given/cancel', undefined, inProject)
      expect(json).toMatchObject({ state: 'cancelled', nfts: { cancelled: 2 } })
      await expect.poll(() => receiver.received.length).toBe(2)
      for (const { body } of receiver.received)
        expect(JSON.parse(body)).toMatchObject({ type: 'wallets:nfts.transfer.failed', status: 'failed' })
    }),
  )
  await receiver.close()
})
