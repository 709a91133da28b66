import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { RpcUnreachable } from '../../src/core/chains/rpc/http-rpc.ts'
import { openHoldings } from '../../src/core/holdings/holdings.ts'
import { walletScope } from '../../src/core/holdings/read-events.ts'
import { createFetcher } from '../../src/core/metadata/fetch-file.ts'
import { openScan } from '../../src/core/store/holdings/scans.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { openFreshStore } from '../store/fresh-store.ts'

it.each([
  ['practice', /\) Try again\.$/],
  ['live', /\) Try again, or set another RPC\.$/],
] as const)('a %s network that does not answer is told with what can be done', async (kind, end) => {
  const store = await openFreshStore(join(await temporaryFolder(), 'mintdesk.db'))
  // A practice network that was never used is not asked.
  await openScan(store.db, `${kind}:solana`, walletScope('wallet'), 0)
  const down = async (): Promise<never> => {
    throw new RpcUnreachable('it did not answer in time.')
  }
  const holdings = openHoldings({
    db: store.db,
    chains: { client: down, reader: down },
    content: { read: async () => undefined },
    fetcher: createFetcher({ allowedHosts: [] }),
    providers: { of: async () => null, gateways: async () => [] },
    onChange: () => {},
    clock: Date.now,
    log: pino({ level: 'silent' }),
  })
  await expect(
    holdings.assets({ kind, chain: 'solana', address: 'wallet' }, { offset: 0, limit: 1 }),
  ).rejects.toMatchObject({ code: 'network.unreachable', message: expect.stringMatching(end) })
  await holdings.close()
  await store.close()
})
