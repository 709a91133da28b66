import { chainLabel } from '../../../shared/chains.ts'
import { type FoundToken, highestFound } from '../../store/collections/known-mints.ts'
import { mintedCollections } from '../../store/journal/queue-work.ts'
import { type Alarm, enterTakenBack, placedTransactions } from '../../store/journal/taken-back.ts'
import type { QueueContext } from '../deps.ts'
import { hearOthers } from '../hear-others.ts'
import type { Anchor } from '../queue-memory.ts'
import type { Back, Observed } from '../transactions/observed.ts'
import { contractOf } from '../work.ts'
import { countersThen, isStillThere } from './found-token.ts'

/** Ours: settled transactions whose blocks are asked for together, once the last one's is not there. */
const askedAtOnce = 100

/**
 * Whether the signer queue's last settled transaction is still in the block in which it had its confirmations; it tells of all before it, since a
 * reorganisation takes the end of a chain. Where it is not, the reorganisation was deeper than the confirmations: the collections of all that it took
 * out are halted, unless a person has just said to go on with one, and where these transactions are now is not known any more. The same is asked of
 * the block at which contracts were last compared; where that is not there, they are to be compared again, and those of which the last NFT that was
 * read back is not where it was are halted, too. A node that has forgotten a block says nothing,
 * and one RPC alone raises no alarm where the list has another that has the block as it was.
 *
 * It is asked before anything is settled, and after the receipts of that were read: what stands behind what was taken out would hide it.
 */
export async function lookForTakenBack(context: QueueContext, observed: Pick<Observed, 'doubt'>): Promise<Back> {
  const { deps, client, queue } = context
  if (!client.family.sequences || !client.blocks) return 'stands'
  const anchored = await isAnchored(context, observed)
  const gone: number[] = []
  const halted = new Map<number, string>()
  for (let below = Number.MAX_SAFE_INTEGER, some = 1; ; some = askedAtOnce) {
    const placed = await placedTransactions(deps.db, queue, below, some)
    const there = await client.blocks([...new Set(placed.map(({ block }) => block.number))])
    const head = placed.every(({ block }) => there.has(block.number)) ? null : await client.head()
    for (const { pk, minted, block } of placed) {
      const now = there.get(block.number)
      if (now === undefined && head !== null && head.number < block.number) return 'short'
      if (now === undefined || now.hash === block.hash) return await tell(context, { gone, halted }, anchored)
      if (gone.length === 0 && !(await isConfirmed(context, block.number, now.hash, observed))) return 'stands'
      gone.push(pk)
      if (minted && !context.reverted?.has(minted.pk)) halted.set(minted.pk, sentence(client.chain, minted.id))
    }
    const lowest = placed.at(-1)
    if (!lowest) return await tell(context, { gone, halted }, anchored)
    below = lowest.sequence
  }
}

/** Whether another RPC of the list has this block there, too. */
async function isConfirmed(
  { client }: QueueContext,
  number: number,
  hash: string,
  observed: Pick<Observed, 'doubt'>,
): Promise<boolean> {
  const heard = await hearOthers(client, new Map([[number, hash]]), String, async (other) => {
    const block = (await other.blocks?.([number]))?.get(number)
    return new Map(block ? [[number, block.hash]] : [])
  })
  const result = heard.get(number)
  if (result?.kind === 'doubt') observed.doubt ??= result.doubt
  return result?.kind === 'agreed' && result.own
}

/**
 * Moves the anchor up to a block. False where the chain does not have the anchor as it was: what other contracts were compared at was taken out in the
 * middle of this round, and the next one is to see that.
 */
export function moveAnchor(
  anchor: Anchor,
  to: { number: number; hash: string },
  there: ReadonlyMap<number, { hash: string }> | undefined,
): boolean {
  const old = anchor.block
  const now = old && there?.get(old.number)
  if (old && now && now.hash !== old.hash) return false
  if (to.number >= (old?.number ?? 0)) anchor.block = to
  return true
}

/** Moves the anchor up to a block by which something is about to be written down; false where that must wait for the next round. */
export async function anchorAt({ client, anchor }: QueueContext, block: number): Promise<boolean> {
  if (!anchor) return true
  const there = await client.blocks?.([block, anchor.block?.number ?? block])
  const hash = there?.get(block)?.hash
  return hash === undefined || moveAnchor(anchor, { number: block, hash }, there)
}

async function isAnchored(context: QueueContext, observed: Pick<Observed, 'doubt'>): Promise<boolean> {
  const block = context.anchor?.block
  if (!block) return true
  const there = (await context.client.blocks?.([block.number]))?.get(block.number)
  if (there === undefined || there.hash === block.hash) return true
  return !(await isConfirmed(context, block.number, there.hash, observed))
}

async function tell(context: QueueContext, alarm: Alarm, anchored: boolean): Promise<'stands' | 'taken back'> {
  const { deps, client, queue } = context
  if (alarm.gone.length === 0 && anchored) return 'stands'
  deps.log.error(
    { network: client.network, signer: queue.signer, transactions: alarm.gone.length },
    'a reorganisation was deeper than the confirmations',
  )
  const halted = new Map([...(await movedFinds(context)), ...alarm.halted])
  await enterTakenBack(deps.db, { gone: alarm.gone, halted })
  for (const pk of halted.keys()) deps.events.collectionChanged(pk)
  // Only now: where something failed before, the next round sees it again.
  if (!anchored && context.anchor) context.anchor.block = null
  return 'taken back'
}

/** Collections of which the last NFT that was read back is not where it was, each with why it is halted. */
async function movedFinds(context: QueueContext): Promise<Map<number, string>> {
  const { deps, client, project, reverted } = context
  const moved = new Map<number, string>()
  const head = await client.head()
  for (const collection of await mintedCollections(deps.db, project.id, client.chain)) {
    const found = reverted?.has(collection.pk) ? undefined : await highestFound(deps.db, collection.pk)
    if (found === undefined) continue
    const counters = await countersThen(context, contractOf(collection), head.number)
    if (!(await isStillThere(context, collection, found, counters, head.number)))
      moved.set(collection.pk, movedSentence(client.chain, collection.id, found))
  }
  return moved
}

function movedSentence(chain: QueueContext['client']['chain'], id: string, { tokenId, txHash }: FoundToken): string {
  return `${chainLabel(chain)} took back blocks that had all their confirmations: what was read back as number ${tokenId} (transaction ${txHash}) is not there now. Nothing new is signed for the collection, so that nobody gets an NFT twice. ${goOn(id)}`
}

function sentence(chain: QueueContext['client']['chain'], id: string): string {
  return `${chainLabel(chain)} took back blocks that had all their confirmations, with transactions of this collection in them. These are sent again as they were signed, and nothing new is signed for the collection, so that nobody gets an NFT twice. ${goOn(id)}`
}

function goOn(id: string): string {
  return `Look at the collection on the chain, then go on with “mintdesk collections resume ${id}”: what the chain does not hold then counts as failed, and can be retried.`
}
