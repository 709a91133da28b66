/** Recovery over the practice network of an engine, by an RPC that plays. On Aptos, too. */
import { setTimeout as delay } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import type { ChainClient, Witnesses } from '../../src/core/chains/family/family.ts'
import type { HistoryClient } from '../../src/core/chains/family/history.ts'
import type { RecoveryDeps } from '../../src/core/minting/reconcile/recovered-facts.ts'
import { createRecovery } from '../../src/core/minting/reconcile/recovery.ts'
import type { RecoveryState } from '../../src/shared/app-api.ts'
import type { OpenEngine } from '../minting/open-engine.ts'

export interface Played {
  /** How the RPC tells the history. */
  history?(real: HistoryClient): Partial<HistoryClient>
  witnesses?(real: ChainClient): Witnesses
  db?: OpenEngine['db']
  chain?: 'solana' | 'aptos'
  dryRun?: boolean
  collectionIds?: string[]
}

/** An RPC that lists two transactions at a time. */
export function smallPages(real: HistoryClient): Pick<HistoryClient, 'list'> {
  return {
    async list(account, after) {
      const all = await real.list(account, null)
      const from = after === null ? 0 : all.hashes.indexOf(after) + 1
      const hashes = all.hashes.slice(from, from + 2)
      return { hashes, newest: hashes[0] ?? null, next: hashes.at(-1) ?? null }
    },
  }
}

/** Recovers what was minted on the world's network, which is one of Solana where nothing else is said. */
export async function recoverIn(
  world: Pick<OpenEngine, 'chains' | 'db' | 'identity' | 'engine'>,
  { history, witnesses, db = world.db, chain = 'solana', dryRun = false, collectionIds = [] }: Played,
): Promise<RecoveryState> {
  const real = await world.chains.client('practice', chain)
  if (!real.history) throw new Error('no history')
  const client: ChainClient = {
    ...real,
    ...(history ? { history: { ...real.history, ...history(real.history) } } : {}),
    observe: (read) => read({ ...client, ...(witnesses ? { witnesses: witnesses(real) } : {}) }),
  }
  const engine = {
    ...{ db, identity: world.identity, clock: Date.now, log: pino({ level: 'silent' }), point: () => undefined },
    ...{ events: { collectionChanged: () => undefined }, chains: { client: async () => client } },
  } as unknown as RecoveryDeps['engine']
  const recovery = createRecovery({
    engine,
    read: async () => undefined,
    items: { cidOf: async () => undefined },
    mintsKey: () => new Uint8Array(32),
    networks: async () => [{ kind: 'practice', chain }],
    left: () => null,
    keepLiveSeed: async () => undefined,
    wake: world.engine.wake,
  })
  recovery.start({ dryRun, collectionIds })
  while (recovery.state().state === 'running') await delay(10)
  return recovery.state()
}

/** A transaction that mints into the default collection and is under way, until what comes back is called. */
export async function mintUnderWay(
  { chains, db }: Pick<OpenEngine, 'chains' | 'db'>,
  chain: 'solana' | 'aptos',
): Promise<() => Promise<unknown>> {
  const { network, treasury } = await chains.client('practice', chain)
  const rows = db.selectFrom('collections').select('pk').where('id', '=', `default-${chain}`)
  const { pk } = await rows.executeTakeFirstOrThrow()
  const own = { network, signer: treasury(0), purpose: 'mint', collection_pk: pk } as const
  await db
    .insertInto('transactions')
    .values({ ...own, sequence: 99, call: '{}', state: 'signed', created_at: 1 })
    .execute()
  return () => db.deleteFrom('transactions').where('collection_pk', '=', pk).execute()
}

interface AtAnyStatement {
  /** The database as it now is. */
  db(): OpenEngine['db']
  recover(played: Played): Promise<RecoveryState>
  lose(): Promise<void>
  /** From one trial to the next, so many statements more. */
  step: number
}

/**
 * Recovers until a statement at which the process ends, and again until a later one, to the end.
 * @param between after each that ended early
 * @returns how many statements a recovery takes
 */
export async function recoverAtAnyStatement(
  { db, recover, lose, step }: AtAnyStatement,
  between: (state: RecoveryState) => Promise<void>,
): Promise<number> {
  let statements = 0
  const counting = (most: number): KyselyPlugin => ({
    transformQuery({ node }) {
      if (++statements > most) throw new Error('the process ends here')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await recover({ db: db().withPlugin(counting(Number.POSITIVE_INFINITY)) })
  const all = statements
  await lose()
  for (let most = 1; most < all; most += step) {
    statements = 0
    const state = await recover({ db: db().withPlugin(counting(most)) })
    if (state.remarks.length === 0) break
    await between(state)
  }
  return all
}
