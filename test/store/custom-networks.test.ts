import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sightingUpdates } from '../../src/core/holdings/scan.ts'
import { noteProviderList } from '../../src/core/store/holdings/provider-lists.ts'
import { noteScans, openScan } from '../../src/core/store/holdings/scans.ts'
import { countSightings, tellSightings } from '../../src/core/store/holdings/sightings.ts'
import { addCustomNetwork, removeCustomNetwork } from '../../src/core/store/installation/custom-networks.ts'
import { knownGenesis, recordGenesis } from '../../src/core/store/installation/genesis.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { openFreshStore } from './fresh-store.ts'

const wallet = `0x${'a7'.repeat(20)}`
const contract = `0x${'c0'.repeat(20)}`

let folder: string
let store: OpenStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-custom-'))
  store = await openFreshStore(join(folder, 'mintdesk.db'))
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

/** A network whose transfers were all read, up to a block, and which was searched for collections. */
async function used(chain: string): Promise<void> {
  const { db } = store
  const network = `live:${chain}`
  await addCustomNetwork(db, { chain, facts: '{}' }, ['https://rpc.example'], 1)
  await recordGenesis(db, network, '0x01')
  await openScan(db, network, `wallet:${wallet}`, 0)
  await noteScans(db, network, [`wallet:${wallet}`], { through: 9_000, hash: '0x02', span: 100 })
  const came = { contract, tokenId: '1', standard: 'erc-721', from: contract, to: wallet, block: 7 } as const
  await db.transaction().execute((trx) => tellSightings(trx, network, sightingUpdates([came], wallet, 8)))
  await noteProviderList(db, network, wallet, { provider: 'Alchemy', cursor: null, complete: 1, begun_at: 1 })
  await db.insertInto('recovery_scans').values({ network, projects: 1, through: 9, highest: 3 }).execute()
  await db.insertInto('recovery_reads').values({ network, hash: '0x03' }).execute()
}

it('a network that is added again under the name of one that was removed is read from its first block', async () => {
  const { db } = store
  await used('custom-devnet')
  await used('custom-other')
  expect(await removeCustomNetwork(db, 'custom-devnet')).toEqual([])
  await addCustomNetwork(db, { chain: 'custom-devnet', facts: '{}' }, ['https://rpc.example'], 2)

  const network = 'live:custom-devnet'
  expect(await knownGenesis(db, network)).toBeNull()
  expect(await openScan(db, network, `wallet:${wallet}`, 0)).toMatchObject({ through: -1, through_hash: null })
  expect(await countSightings(db, network, wallet)).toBe(0)
  for (const table of ['provider_lists', 'recovery_scans', 'recovery_reads'] as const)
    expect(await db.selectFrom(table).select('network').execute(), table).toEqual([{ network: 'live:custom-other' }])
  expect(await countSightings(db, 'live:custom-other', wallet)).toBe(1)
})
