import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Leaf } from '../../chains/family/trees.ts'
import { endings, ForbiddenMove } from '../../journal/states.ts'
import { enterLeaves, setTokenAddresses } from '../collections/trees.ts'
import type { Flag } from '../tables/flag.ts'
import type { Database } from '../tables/schema.ts'
import { writtenState } from './mints-now.ts'
import type { Inclusion } from './settle-transaction.ts'
import { listed } from './states-sql.ts'

const { minted: succeed } = endings

const transactionsSucceed = `
  update transactions set state = '${succeed.transaction.to}', tx_hash = m.value ->> 1, block_number = m.value ->> 2,
    block_hash = m.value ->> 3, gas_used = m.value ->> 4, fee = m.value ->> 5, error_code = null, error_message = null, settled_at = ?
  from json_each(?) as m where transactions.pk = m.value ->> 0 and transactions.state in (${listed(succeed.transaction.from)})`

const batchesSucceed = `
  update batches set state = '${succeed.batch.to}', first_token_id = m.value ->> 1, settled_at = ?
  from json_each(?) as m where batches.pk = m.value ->> 0 and batches.state in (${listed(succeed.batch.from)})
  returning pk, size, tree_pk, (select count(*) from members where members.batch_pk = batches.pk) as members,
    (select fungibility = 'semi-fungible' from collections where collections.pk = batches.collection_pk) as copies`

// Only copies: for other mints the batch's own row says that they were minted (mints-now.ts).
const copiesSucceed = `
  update mints set state = '${succeed.mint.to}',
    token_id = (select templates.token_id from templates where templates.pk = mints.template_pk), completed_at = ?
  where pk in (select mint_pk from members where batch_pk = ?) and state in (${listed(succeed.mint.from.map(writtenState))})`

/** A batch that was minted, and the transaction that did it. */
export interface MintedBatch {
  transactionPk: number
  batchPk: number
  firstTokenId: number
  inclusion: Inclusion
  /** See `Outcome`. */
  addresses?: readonly string[]
  leaves?: readonly Leaf[]
}

/**
 * Settles minted batches in one SQLite transaction: their mints have their tokens, and their transactions have succeeded.
 * @throws ForbiddenMove when one of them may not be settled so: then none is.
 */
export function settleMinted(db: Kysely<Database>, minted: readonly MintedBatch[], now: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await transactionsSucceeded(trx, minted, now)
    const batches = JSON.stringify(minted.map(({ batchPk, firstTokenId }) => [batchPk, firstTokenId]))
    const ended = await trx.executeQuery<MintedRow>(CompiledQuery.raw(batchesSucceed, [now, batches]))
    if (ended.rows.length !== minted.length) throw new ForbiddenMove('one of several batches', endings.minted.batch)
    for (const { pk, size, members, copies } of ended.rows) {
      // A mint that was found on the chain meanwhile is no longer a member.
      if (members !== size) throw new ForbiddenMove(`a mint of batch ${pk}`, endings.minted.mint)
      if (copies === 1) await copiesMinted(trx, pk, size, now)
    }
    const treeOf = new Map(ended.rows.map(({ pk, tree_pk }) => [pk, tree_pk]))
    const grown = new Map<number, Leaf[]>()
    for (const { batchPk, leaves = [] } of minted) {
      const treePk = treeOf.get(batchPk) ?? null
      if (treePk === null) continue
      const grows = grown.get(treePk) ?? []
      grown.set(treePk, grows)
      grows.push(...leaves)
    }
    await setTokenAddresses(trx, minted)
    for (const [treePk, leaves] of grown) await enterLeaves(trx, treePk, leaves)
  })
}

interface MintedRow {
  pk: number
  size: number
  tree_pk: number | null
  /** How many mints are in the batch. */
  members: number
  copies: Flag
}

/** Templates' figures are counted over their mints' own rows. */
async function copiesMinted(trx: Transaction<Database>, batchPk: number, size: number, now: number): Promise<void> {
  const moved = await trx.executeQuery(CompiledQuery.raw(copiesSucceed, [now, batchPk]))
  if (moved.numAffectedRows !== BigInt(size)) throw new ForbiddenMove(`a mint of batch ${batchPk}`, endings.minted.mint)
}

async function transactionsSucceeded(
  trx: Transaction<Database>,
  minted: readonly MintedBatch[],
  now: number,
): Promise<void> {
  const rows = minted.map(({ transactionPk, inclusion: { hash, blockNumber, blockHash, gasUsed, fee } }) => [
    ...[transactionPk, hash, blockNumber, blockHash, gasUsed.toString(), fee.toString()],
  ])
  const moved = await trx.executeQuery(CompiledQuery.raw(transactionsSucceed, [now, JSON.stringify(rows)]))
  if (moved.numAffectedRows !== BigInt(minted.length))
    throw new ForbiddenMove(`one of the transactions ${rows.map(([pk]) => pk).join(', ')}`, endings.minted.transaction)
}
