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

/** Ours: settled transactions whose blocks are read together, once the block of the last one is gone. */
const askedAtOnce = 100

/**
 * Checks whether the signer queue's last settled transaction is still in the block in which it had its confirmations. That stands for all before it,
 * because a reorganisation replaces the end of a chain. If it is not, the reorganisation was deeper than the confirmations: the collections of all
 * removed transactions are halted, except one that the person has just resumed, and the places of these transactions become unknown.
 * The anchor, the block at which contracts were last compared, is checked, too. If it is gone, the contracts must be compared again, and a collection
 * whose last read-back NFT is not where it was is halted. A node that has forgotten a block proves nothing, and one RPC alone raises no alarm if
 * another RPC of the list has the block as it was.
 *
 * The queue calls this before it settles anything, and after it has read the receipts for that: what is settled behind the removed blocks would hide
 * the reorganisation.
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
      if (now === undefined && head !== null && head.number < block.number) return { settled: block.number }
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

/** Whether another RPC of the list has the same block at this height. */
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
 * Moves the anchor up to a block. Returns false when the chain has replaced the old anchor: the block at which other contracts were compared was
 * removed in the middle of this round, and the next round must see that.
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

/** Moves the anchor up to a block on which a write is about to rest; false when the write must wait for the next round. */
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
  // Cleared last: if something fails before this, the next round sees it again.
  if (!anchored && context.anchor) context.anchor.block = null
  return 'taken back'
}

/** Collections whose last read-back NFT is not where it was, each with the reason for which it is halted. */
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
