/** Units of a token that its holder is already about to lose. */
import type { Transaction } from 'kysely'
import type { Transfer, Work } from '../../../chains/family/work.ts'
import { CoreError } from '../../../lib/errors.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import { pendingBurns } from '../../../store/journal/actions.ts'
import { pendingOfToken } from '../../../store/journal/transfers/transfers.ts'
import type { Database } from '../../../store/tables/schema.ts'

type Moved = Pick<Transfer, 'contract' | 'tokenId' | 'holder' | 'quantity'>
type Burn = Extract<Work, { kind: 'burn' }>

/**
 * Asserts that accepted transfers and burns leave the holder enough units.
 * @param held units that the holder has on chain
 * @throws CoreError 422 `transfer.pending`
 */
export async function requireFree(
  tx: Transaction<Database>,
  network: string,
  collection: CollectionRow | undefined,
  moved: Moved,
  held: bigint,
): Promise<void> {
  const { contract, tokenId, holder, quantity } = moved
  const pending = (await pendingOfToken(tx, network, contract, tokenId)).map((row) => ({
    id: row.id,
    work: JSON.parse(row.work) as Transfer,
  }))
  const own = pending.filter((one) => one.work.holder === holder)
  const leaving = own.reduce((sum, one) => sum + BigInt(one.work.quantity), 0n)
  const burning = await unitsBurning(tx, collection, moved)
  const free = held - leaving - burning
  if (BigInt(quantity) <= free) return
  throw new CoreError(
    'transfer.pending',
    held > 1n || burning > 0n
      ? `The wallet holds ${held} ${held === 1n ? 'unit' : 'units'}, of which ${are(burning)} being burnt and ${are(leaving)} being transferred already: ${free > 0n ? `ask for at most ${free}` : 'none is left'}.`
      : `The NFT is being transferred already: wait for the action ${own.map(({ id }) => id).join(', ')}.`,
  )
}

const are = (units: bigint): string => `${units} ${units === 1n ? 'is' : 'are'}`

/** Units of copies that are to be burnt; for other NFTs the burn itself is looked up. */
async function unitsBurning(
  tx: Transaction<Database>,
  collection: CollectionRow | undefined,
  { tokenId, holder }: Moved,
): Promise<bigint> {
  if (collection?.fungibility !== 'semi-fungible') return 0n
  return (await pendingBurns(tx, collection.pk))
    .map((work) => JSON.parse(work) as Burn)
    .filter((one) => one.holder === holder && String(one.tokenId) === tokenId)
    .reduce((sum, one) => sum + BigInt(one.quantity ?? 1), 0n)
}
