import type { ChainName } from '../../../shared/chains.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import type { HeldToken } from '../../store/collections/known-mints.ts'
import type { MintRow } from '../../store/journal/batches.ts'
import { enterMinted } from '../../store/journal/settle-batches.ts'
import type { CollectionRow } from '../../store/journal/signer-queue.ts'
import { addressOf } from '../compose/resolve-mints.ts'
import type { QueueContext } from '../deps.ts'
import { contractOf } from '../work.ts'

/** Which transaction minted each of these tokens, and for whom; the recipient is null when no node reports it. */
export async function givenTo(
  { deps, client }: QueueContext,
  collection: CollectionRow,
  tokenIds: readonly number[],
): Promise<Map<number, { txHash: string; recipient: string | null }>> {
  if (tokenIds.length === 0) return new Map()
  const since = await firstBlock(deps.db, client, collection)
  const contract = contractOf(collection)
  const minted = new Map((await client.mintedTokens(contract, tokenIds, since)).map((token) => [token.tokenId, token]))
  const given = new Map<number, { txHash: string; recipient: string | null }>()
  for (const tokenId of tokenIds) {
    const { txHash, recipient } = minted.get(tokenId) ?? { txHash: '', recipient: null }
    if (txHash === '')
      given.set(tokenId, { txHash: await client.mintTransaction(contract, tokenId, since), recipient: null })
    else given.set(tokenId, { txHash, recipient })
  }
  return given
}

/** A mint and the token that the chain holds of it; `standIn` as in `enterMinted`. */
export interface HeldMint extends HeldToken {
  row: Pick<MintRow, 'pk' | 'recipient' | 'address'>
  standIn?: string
}

/**
 * Enters mints that the chain holds, each with the recipient that the chain gave it to: the mint's id does not say that, because another copy of the
 * database may have corrected it.
 */
export async function enterHeld(
  context: QueueContext,
  collection: CollectionRow,
  held: readonly HeldMint[],
): Promise<void> {
  const { deps } = context
  const chain = collection.chain as ChainName
  const minted = await Promise.all(
    held.map(async ({ row, ...token }) => ({
      ...{ pk: row.pk, ...token },
      // The recipient's address of a mint that was never composed is not written down yet.
      ...(row.address === null && token.recipient != null ? { asked: await addressOf(context, row, chain) } : {}),
    })),
  )
  const elsewhere = await deps.db.transaction().execute((trx) => enterMinted(trx, minted, deps.clock()))
  if (elsewhere > 0)
    deps.log.warn(
      { collection: collection.id, nfts: elsewhere },
      'the chain gave NFTs to others than this database asked for',
    )
}
