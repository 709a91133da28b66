import { sql } from 'kysely'
import { expect } from 'vitest'
import { inNoBatch, mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { bodyOf, decode } from './chain.ts'
import type { SimulatedWorld } from './world.ts'

/** What holds at every moment: nothing left before it was on disk, nothing is minted twice, no mint is in flight twice. */
export async function expectNothingTwice(world: SimulatedWorld): Promise<void> {
  expect(world.leaked, 'sent before it was on disk').toEqual([])
  const { firstOf } = world.corrections
  const owners = world.chain.tokens().map(({ owner }) => firstOf(owner))
  expect(
    owners.filter((owner, index) => owners.indexOf(owner) !== index),
    'minted twice',
  ).toEqual([])
  const live = await world.db
    .selectFrom('transactions')
    .select(['sequence', 'call'])
    .where('state', 'in', ['signed', 'sent', 'included'])
    .execute()
  const inFlight = live.flatMap(({ call }) => recipientsOf(JSON.parse(call)).map(firstOf))
  expect(
    inFlight.filter((recipient, index) => inFlight.indexOf(recipient) !== index),
    'in flight twice',
  ).toEqual([])
  await expectWaitingTold(world)
  const sequences = live.map(({ sequence }) => sequence)
  expect(new Set(sequences).size, 'one transaction a sequence').toBe(sequences.length)
}

/** What waits is what is open and in no batch, under its collection and its run, and nothing else. */
async function expectWaitingTold({ db }: SimulatedWorld): Promise<void> {
  const { rows: wrong } = await sql`
    select * from (select collection_pk, coalesce(run_id, ''), pk from mints where state = 'open' and ${inNoBatch()}
      except select collection_pk, run_id, mint_pk from waiting)
    union all
    select * from (select collection_pk, run_id, mint_pk from waiting
      except select collection_pk, coalesce(run_id, ''), pk from mints where state = 'open' and ${inNoBatch()})`.execute(
    db,
  )
  expect(wrong, 'what waits is not what is said to wait').toEqual([])
}

/** What holds when nothing waits any more. `accepted`: ids of mints that the database took on. */
export async function expectTruth(world: SimulatedWorld, accepted: Iterable<string>): Promise<void> {
  await expectNothingTwice(world)
  const mints = await mintsNow(world.db)
    .leftJoin('runs', 'runs.id', 'mints.run_id')
    .selectAll('mints')
    .select('runs.state as run_state')
    .execute()
  const ids = new Set(mints.map(({ id }) => id))
  expect(
    [...accepted].filter((id) => !ids.has(id)),
    'lost',
  ).toEqual([])
  const owners = new Map(world.chain.tokens().map(({ tokenId, owner }) => [tokenId, owner]))
  const { firstOf } = world.corrections
  const held = new Set([...owners.values()].map(firstOf))
  for (const mint of mints) {
    const where = `${mint.id} (${mint.state}: ${mint.error_message ?? ''})`
    const owner = owners.get(mint.token_id ?? 0) ?? ''
    if (mint.state === 'succeeded') expect(owner.toLowerCase(), where).toBe(mint.address?.toLowerCase())
    else expect(held.has(firstOf(mint.address ?? '')), `${where} is on the chain`).toBe(false)
    if (mint.state === 'failed') expect([mint.error_code, mint.error_message], where).not.toContain(null)
    if (mint.state === 'cancelled') expect(mint.run_state, where).toBe('cancelled')
    expect(['succeeded', 'failed', 'cancelled'], where).toContain(mint.state)
  }
  const minted = mints.flatMap(({ token_id }) => (token_id === null ? [] : [token_id]))
  expect(new Set(minted).size, 'one mint a token').toBe(minted.length)
  await expectWholeJournal(world)
}

/** Every attempt stands at its transaction's sequence with its call, and no sequence is left open behind a used one. */
async function expectWholeJournal(world: SimulatedWorld): Promise<void> {
  const attempts = await world.db
    .selectFrom('attempts')
    .innerJoin('transactions', 'transactions.pk', 'attempts.transaction_pk')
    .select(['attempts.raw', 'attempts.fill', 'transactions.sequence', 'transactions.call'])
    .execute()
  for (const { raw, fill, sequence, call } of attempts) {
    const signed = decode(`0x${raw.toString('hex')}`)
    expect(signed.sequence).toBe(sequence)
    if (fill === 1) expect(bodyOf(signed.call)).toEqual({ work: { kind: 'fill', owner: null } })
    else expect(signed.call).toEqual(JSON.parse(call))
  }
  const settled = await world.db
    .selectFrom('transactions')
    .select(['sequence', 'tx_hash'])
    .where('state', 'in', ['succeeded', 'failed'])
    .execute()
  const count = world.chain.count(world.treasury)
  for (const { sequence, tx_hash } of settled) {
    expect(sequence, 'a settled sequence is used').toBeLessThan(count)
    expect(world.chain.receipt(tx_hash ?? ''), `${tx_hash} is on the canonical chain`).toBeDefined()
  }
}

function recipientsOf(call: { data: string }): readonly string[] {
  const body = bodyOf(call)
  if (!('work' in body)) return []
  const { work } = body
  if (work.kind === 'mint-tokens') return work.tokens.map(({ recipient }) => recipient)
  return work.kind === 'mint-single' ? [work.recipient] : 'recipients' in work ? work.recipients : []
}
