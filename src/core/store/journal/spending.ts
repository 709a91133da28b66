/** Spending caps of projects, and what counts towards them. Every commit that puts signed bytes on disk asks here first. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { type BrokenCap, type Budget, budgetOf, type Caps, costAtMost } from '../../journal/caps.ts'
import { openStates } from '../../journal/states.ts'
import type { Database } from '../tables/schema.ts'
import type { QueueKey } from './signer-queue.ts'
import { listed } from './states-sql.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Whose caps apply to what is signed. Null instead: a user's wallet signs, whose coin counted when the treasury sent it. */
export interface Spender {
  projectId: string
  chain: string
}

/** Thrown by a commit whose transactions would go over a cap: none of them is on disk then. */
export class OverCap extends Error {
  readonly cap: BrokenCap

  constructor(cap: BrokenCap) {
    super(`a transaction would go over the spending cap (${cap.kind})`)
    this.name = 'OverCap'
    this.cap = cap
  }
}

const noCaps: Caps = { run: null, day: null, project: null }
const dayMs = 86_400_000

export async function capsOf(db: Db, { projectId, chain }: Spender): Promise<Caps> {
  const row = await db
    .selectFrom('spending_caps')
    .select(['per_run', 'per_day', 'in_all'])
    .where('project_id', '=', projectId)
    .where('chain', '=', chain)
    .executeTakeFirst()
  const bound = (text: string | null): bigint | null => (text === null ? null : BigInt(text))
  return row ? { run: bound(row.per_run), day: bound(row.per_day), project: bound(row.in_all) } : noCaps
}

/** Sets the caps; they apply to everything that is signed from then on. */
export async function setCaps(db: Db, { projectId, chain }: Spender, caps: Caps): Promise<void> {
  const text = (cap: bigint | null): string | null => cap?.toString() ?? null
  const values = { per_run: text(caps.run), per_day: text(caps.day), in_all: text(caps.project) }
  await db
    .insertInto('spending_caps')
    .values({ project_id: projectId, chain, ...values })
    .onConflict((conflict) => conflict.columns(['project_id', 'chain']).doUpdateSet(values))
    .execute()
}

export async function cappedChains(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.selectFrom('spending_caps').select('chain').where('project_id', '=', projectId).execute()
  return rows.map(({ chain }) => chain)
}

/**
 * What may still be spent under the caps of a spender; null where there are no caps.
 * @param runs the runs whose spending the budget must know
 * @param except a transaction that does not count, because another attempt of it is to take its place
 */
export async function openBudget(
  db: Db,
  queue: QueueKey,
  spender: Spender | null,
  { runs, now, except }: { runs: readonly string[]; now: number; except?: number },
): Promise<Budget | null> {
  if (spender === null) return null
  const caps = await capsOf(db, spender)
  if (caps.run === null && caps.day === null && caps.project === null) return null
  const spent = await spentOn(db, queue, now, except)
  const byRun = new Map<string, bigint>()
  for (const run of new Set(caps.run === null ? [] : runs))
    byRun.set(run, (await settledByRun(db, run)) + (spent.open.get(run) ?? 0n))
  return budgetOf(caps, { day: spent.day, project: spent.project, runs: byRun })
}

/** What a signer has spent today and in all. An unsettled transaction counts with the most that it may cost; `open` has these by run. */
export async function spentOn(
  db: Db,
  { network, signer }: QueueKey,
  now: number,
  except?: number,
): Promise<{ day: bigint; project: bigint; open: Map<string, bigint> }> {
  const today = Math.floor(now / dayMs)
  const rows = await db
    .selectFrom('spent')
    .select(['day', 'high', 'low'])
    .where('network', '=', network)
    .where('signer', '=', signer)
    .execute()
  const sums = { day: 0n, project: 0n, open: new Map<string, bigint>() }
  const add = (amount: bigint, day: number): void => {
    sums.project += amount
    if (day >= today) sums.day += amount
  }
  for (const row of rows) add(whole(row), row.day)
  for (const { pk, run, signedAt, fees, ...call } of await openCosts(db, { network, signer })) {
    if (pk === except) continue
    const cost = costAtMost({ ...call, extra: call.extra ?? undefined }, highestOf(fees))
    add(cost, Math.floor(signedAt / dayMs))
    if (run !== null) sums.open.set(run, (sums.open.get(run) ?? 0n) + cost)
  }
  return sums
}

interface OpenCost {
  pk: number
  run: string | null
  weight: string
  value: string
  extra: string | null
  signedAt: number
  /** JSON list: the max fee of each attempt; any attempt may be the one that is included. */
  fees: string
}

async function openCosts(db: Db, { network, signer }: QueueKey): Promise<OpenCost[]> {
  const { rows } = await sql<OpenCost>`
    select t.pk, coalesce(t.run_id, b.run_id) as run, t.call ->> '$.weight' as weight, t.call ->> '$.value' as value,
           t.call ->> '$.extra' as extra, max(a.created_at) as "signedAt", json_group_array(a.max_fee) as fees
    from transactions t join attempts a on a.transaction_pk = t.pk left join batches b on b.pk = t.batch_pk
    where t.network = ${network} and t.signer = ${signer} and t.state in (${sql.raw(listed(openStates))})
      and t.purpose <> 'withdraw'
    group by t.pk`.execute(db)
  return rows
}

function highestOf(fees: string): bigint {
  return (JSON.parse(fees) as string[]).reduce((most, fee) => (BigInt(fee) > most ? BigInt(fee) : most), 0n)
}

async function settledByRun(db: Db, run: string): Promise<bigint> {
  const row = await db.selectFrom('spent_by_runs').select(['high', 'low']).where('run_id', '=', run).executeTakeFirst()
  return row ? whole(row) : 0n
}

function whole({ high, low }: { high: number; low: number }): bigint {
  return BigInt(high) * 1_000_000_000n + BigInt(low)
}

export async function runsOfBatchPks(db: Db, batchPks: readonly number[]): Promise<Map<number, string | null>> {
  if (batchPks.length === 0) return new Map()
  const rows = await db.selectFrom('batches').select(['pk', 'run_id']).where('pk', 'in', batchPks).execute()
  return new Map(rows.map(({ pk, run_id }) => [pk, run_id]))
}
