import { networkOf } from '../chains/networks.ts'
import { type ChangeOfNft, changesOfNfts, dropChanges, settledBelow } from '../store/spared-changes.ts'
import type { LaneContext } from './deps.ts'
import { countersThen } from './held.ts'

/**
 * Keeps changes from NFTs that they are not for, while a practice network that fell back gets its transactions again. Where something else used the
 * treasury's key before, a mint may not come back, or as other tokens: what was done to its NFTs is left out then (its sequence is filled), and
 * its action has failed. Where nothing did, all goes out as it was.
 * @returns what of the bytes from sequence `count` on, in order, may go out now
 */
export function spareOthers(
  context: LaneContext,
): <Bytes extends { sequence: number }>(count: number, bytes: readonly Bytes[]) => Promise<readonly Bytes[]> {
  const { deps, project, lane, owner } = context
  // What a wallet did rests on what the treasury minted, of which its own sequences tell nothing.
  let careful = owner !== null
  const stand = new Set<number>()
  return async (count, bytes) => {
    if (project.kind !== 'practice') return bytes
    careful ||= await isUsedByOthers(context, count)
    const last = bytes.at(-1)
    if (!careful || last === undefined) return bytes
    const elsewhere: ChangeOfNft[] = []
    let end = Number.POSITIVE_INFINITY
    for (const change of await changesOfNfts(deps.db, lane, count, last.sequence)) {
      if (stand.has(change.batchPk)) continue
      const first = await firstTokenNow(context, change)
      if (first === change.firstTokenId || (change.copies && first > 0)) stand.add(change.batchPk)
      else if (first > 0 || owner !== null || change.mintedAt < count) elsewhere.push(change)
      else {
        // Its mint goes out before it; then it is looked at again.
        end = change.sequence
        break
      }
    }
    await drop(context, elsewhere)
    const gone = new Set(elsewhere.map(({ sequence }) => sequence))
    return bytes.filter(({ sequence }) => sequence < end && !gone.has(sequence))
  }
}

/** Whether the last sequence below `count` that the journal holds as settled has something else: what fell back there does not come back. */
async function isUsedByOthers({ deps, client, lane }: LaneContext, count: number): Promise<boolean> {
  const below = await settledBelow(deps.db, lane, count)
  if (!below) return count > 0
  if ((await client.receipts(below.hashes)).size > 0) return false
  // Nodes forget receipts.
  const { block } = below
  return block === null || (await client.blocks?.([block.number]))?.get(block.number)?.hash !== block.hash
}

/** Where an NFT's batch was minted, as the contract has it now; 0: nowhere (yet). */
async function firstTokenNow(context: LaneContext, { contract, jobId }: ChangeOfNft): Promise<number> {
  try {
    return await context.client.job(contract, jobId)
  } catch (error) {
    const { minted, batches } = await countersThen(context, contract)
    if (minted > 0 || batches > 0) throw error
    return 0
  }
}

async function drop({ deps, client, lane }: LaneContext, changes: readonly ChangeOfNft[]): Promise<void> {
  if (changes.length === 0) return
  const reason = {
    code: 'chain.lost',
    message: `${networkOf(client.chain).label} fell back to before this was done, and the NFT did not come back as it was, because something else used the treasury’s key there. Nothing was done again, so that no other NFT is changed. When the NFT is minted again, ask for this again.`,
  }
  const pks = changes.map(({ pk }) => pk)
  deps.point('before undone')
  const ended = await dropChanges(deps.db, pks, reason, deps.clock())
  deps.point('after undone')
  for (const pk of ended.actions) deps.events.actionEnded(pk)
  for (const pk of ended.transfers) deps.events.transferEnded(pk)
  deps.log.warn(
    { network: client.network, signer: lane.signer, left: pks.length },
    'changes of NFTs were not sent again',
  )
}
