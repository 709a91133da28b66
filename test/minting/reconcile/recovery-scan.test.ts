/** The search for collections on networks whose factory lists them, where it is broken off and begun again. */
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import type { MadeCollection } from '../../../src/core/chains/family/collections.ts'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { RecoveryDeps } from '../../../src/core/minting/reconcile/recovered-facts.ts'
import { createRecovery } from '../../../src/core/minting/reconcile/recovery.ts'
import type { Store } from '../../../src/core/store/sqlite/open.ts'
import { contractVersion } from '../../../src/shared/contract-features.ts'
import { withFolder } from '../../core/trial-core.ts'
import { openFreshStore } from '../../store/fresh-store.ts'
import { simulatedChain } from '../simulated/chain.ts'
import { simulatedChains } from '../simulated/client.ts'

const treasury = (index: number) => `treasury ${index}`

/** A network on which these places of the seed made a collection each, at so many blocks. @param upTo asked for later blocks, it does not answer */
async function networkOf(madeAt: ReadonlyMap<number, number>, upTo: () => number): Promise<ChainClient> {
  const real = await simulatedChains(simulatedChain({ confirmations: 3 })).client('practice', 'polygon')
  const collections = [...madeAt].map(([index, block]): MadeCollection => {
    const shown = { name: 'Default', symbol: 'D', contractUri: '', supplyLimit: 0, sale: null }
    const facts = { ...shown, contractKind: 'economy', contractVersion }
    const contract = real.contractAddress({ ...facts, projectIndex: index, id: 'default-polygon' })
    return { contract, creator: treasury(index), block, facts }
  })
  const client: ChainClient = {
    ...{ ...real, treasury },
    head: async () => ({ ...(await real.head()), number: 1_000_000 }),
    observe: (read) => read(client),
    async madeCollections(creators, from, to) {
      if (to > upTo()) throw new Error('no answer')
      return collections.filter(({ creator, block }) => creators.includes(creator) && from <= block && block <= to)
    },
  }
  return client
}

interface Recovered {
  dryRun?: boolean
  /** Why the live networks are not among those that are looked at. */
  left?: string | null
  /** No network is looked at. */
  nothing?: boolean
}

async function recover(
  db: Store,
  client: ChainClient,
  { dryRun = false, left = null, nothing = false }: Recovered = {},
) {
  const chains = { client: async () => client, locked: () => left }
  const engine = {
    ...{ db, clock: Date.now, log: pino({ level: 'silent' }), chains },
    events: { collectionChanged: () => undefined },
  } as unknown as RecoveryDeps['engine']
  const recovery = createRecovery({
    engine,
    read: async () => undefined,
    items: { cidOf: async () => undefined },
    mintsKey: () => new Uint8Array(32),
    networks: async () => (nothing ? [] : [{ kind: 'practice', chain: 'polygon' }]),
    left: () => left,
    keepLiveSeed: async () => undefined,
    wake: () => undefined,
  })
  recovery.start({ dryRun, collectionIds: [] })
  return await vi.waitFor(
    () => {
      expect(recovery.state().state).not.toBe('running')
      return recovery.state()
    },
    { timeout: 60_000 },
  )
}

it.each([
  ['goes on behind the places that it found', null],
  ['goes on behind a place that was left out', 'live'],
] as const)('recover that was broken off %s', (_, taken) =>
  withFolder(async (folder) => {
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    if (taken !== null)
      await store.db
        .insertInto('projects')
        .values({ id: 'p', idx: 15, name: 'Shop', kind: taken, enterprise: 0, created_at: 1 })
        .execute()
    let answered = 60_000
    const client = await networkOf(
      new Map([
        [15, 10],
        [34, 20],
        [54, 900_000],
      ]),
      () => answered,
    )
    const broken = await recover(store.db, client)
    expect(broken.remarks).toEqual([expect.stringContaining('Run recover again: it goes on where it was.')])
    expect(broken.found.map(({ projectIndex }) => projectIndex)).toEqual([15])
    answered = Number.POSITIVE_INFINITY
    const { found, remarks } = await recover(store.db, client)
    expect([found.map(({ projectIndex }) => projectIndex), remarks]).toEqual([[15, 34, 54], []])
    await store.close()
  }),
)

it('a dry run that was broken off does not say that it would go on', () =>
  withFolder(async (folder) => {
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    const client = await networkOf(new Map([[0, 10]]), () => 0)
    const { remarks } = await recover(store.db, client, { dryRun: true })
    expect(remarks).toEqual([expect.stringMatching(/Run recover again\.$/)])
    await store.close()
  }))

it('a locked vault is not taken for none, and the command learns how to open it', () =>
  withFolder(async (folder) => {
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    const client = await networkOf(new Map(), () => 0)
    const remarksWith = async (left: string | null) =>
      (await recover(store.db, client, { left, nothing: true })).remarks
    expect(await remarksWith(null)).toEqual([expect.stringContaining('no seed for live projects')])
    expect(await remarksWith('The vault is locked: unlock it.')).toEqual([
      'The live networks were not looked at. The vault is locked: unlock it. Then run recover again. Where Mintdesk is not open, run recover with --passphrase-file <file> instead.',
    ])
    await store.close()
  }))

it('a fault of this computer is not called one of the network', () =>
  withFolder(async (folder) => {
    const store = await openFreshStore(join(folder, 'mintdesk.db'))
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    const client = { ...(await networkOf(new Map(), () => 0)), head: () => Promise.reject(full) }
    const { remarks } = await recover(store.db, client)
    expect(remarks).toEqual([expect.stringContaining('The disk is full. Free some space. Run recover again')])
    await store.close()
  }))
