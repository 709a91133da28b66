import { networkOf } from '../chains/networks.ts'
import { CoreError } from '../errors.ts'
import { changeStep } from '../journal/rounds.ts'
import type { CollectionSettings } from '../store/collection-settings.ts'
import { collectionByPk } from '../store/collections.ts'
import { attemptsOf } from '../store/lane.ts'
import {
  type ChangePlace,
  type ChangesFound,
  collectionsChangedBy,
  type MadeChange,
  madeChanges,
  settleChanges,
  transactionsByPk,
} from '../store/lost-changes.ts'
import type { Reason } from '../store/settle-transaction.ts'
import { confirmedBlock } from './confirmed.ts'
import type { LaneContext } from './deps.ts'
import { endOf } from './ends.ts'
import { settingsOf } from './settings-of.ts'
import { contractOf } from './work.ts'

/** Ours: changes that are asked for together. */
const askedAtOnce = 100

/**
 * Looks for changes (of settings, of NFTs, of their holders) that the journal calls made and that a practice network which fell back does not
 * hold any more, once it was brought up to the journal: something else took their sequences, or they were refused when they went out again.
 * Their actions have failed then, and nothing goes out again by itself: what was asked for after them may be there. Where the last one's block is
 * where it was, nothing is missing: a network that falls back loses the end of what it had.
 * @returns `unsettled` when that may still change; `behind` when the network lacks what the journal holds as settled
 */
export async function lookForUndone(context: LaneContext): Promise<'settled' | 'unsettled' | 'behind'> {
  const { deps, client, lane } = context
  // Without sequences nothing tells that what is not there will not come.
  if (client.expiry || !client.blocks) return 'settled'
  const [last] = await madeChanges(deps.db, lane, null, 1)
  if (!last || (await blockOf(context, last)) === last.block.hash) return 'settled'
  const head = await client.head()
  const confirmed = confirmedBlock(client, head)
  if ((await client.sequence(lane.signer)) <= last.sequence) return 'behind'
  if ((await client.sequenceAt(lane.signer, confirmed)) <= last.sequence) return 'unsettled'
  const displaced = await displacedChanges(context)
  // Oldest first: if it ends in the middle, the last one still says that there is more.
  for (let to = displaced.length; to > 0; to -= askedAtOnce) {
    const some = displaced.slice(Math.max(0, to - askedAtOnce), to)
    const found = await judge(context, some, { head: head.number, confirmed })
    if (found === 'unsettled' || (await client.blocks([head.number])).get(head.number)?.hash !== head.hash)
      return 'unsettled'
    await settle(context, found)
  }
  return 'settled'
}

async function blockOf({ client }: LaneContext, { block }: MadeChange): Promise<string | undefined> {
  return (await client.blocks?.([block.number]))?.get(block.number)?.hash
}

interface Displaced extends MadeChange {
  /** Hash of the block that the node has where it was settled. */
  there: string | undefined
}

/** The changes that are behind the last one whose block is where it was, the highest sequence first. */
async function displacedChanges({ deps, client, lane }: LaneContext): Promise<Displaced[]> {
  const displaced: Displaced[] = []
  for (let below: number | null = null; ; ) {
    const some = await madeChanges(deps.db, lane, below, askedAtOnce)
    const blocks = await client.blocks?.([...new Set(some.map(({ block }) => block.number))])
    for (const change of some) {
      const there = blocks?.get(change.block.number)?.hash
      if (there === change.block.hash) return displaced
      displaced.push({ ...change, there })
    }
    const lowest = some.at(-1)
    if (!lowest) return displaced
    below = lowest.sequence
  }
}

async function judge(
  context: LaneContext,
  changes: readonly Displaced[],
  chain: { head: number; confirmed: number },
): Promise<ChangesFound | 'unsettled'> {
  const { deps, client } = context
  const { label } = networkOf(client.chain)
  const pks = changes.map(({ pk }) => pk)
  const attempts = await attemptsOf(deps.db, pks)
  const receipts = await client.receipts(attempts.map(({ hash }) => hash))
  const stand: ChangePlace[] = []
  const refused: (ChangePlace & { reason: Reason })[] = []
  const lost: { pk: number; reason: Reason }[] = []
  for (const transaction of await transactionsByPk(deps.db, pks)) {
    const change = changes.find(({ pk }) => pk === transaction.pk)
    if (!change) continue
    const own = attempts.filter((attempt) => attempt.transaction_pk === transaction.pk)
    const receipt = own.map(({ hash }) => receipts.get(hash)).find((one) => one !== undefined)
    const step = changeStep({
      ...{ made: change.block, block: change.there, ...chain },
      included: receipt?.blockNumber ?? null,
    })
    if (step === 'unsettled') return step
    if (step === 'lost') lost.push({ pk: change.pk, reason: lostReason(label) })
    if (!receipt) continue
    const { hash, blockNumber, blockHash } = receipt
    const place = { pk: change.pk, hash, blockNumber, blockHash }
    const end = await endOf(context, { transaction, own, receipt })
    const reason = end.kind === 'other' ? end.reason : null
    if (reason === null) stand.push(place)
    else refused.push({ ...place, reason: refusedReason(label, reason) })
  }
  const settings = await settingsNow(context, [...refused, ...lost])
  return { stand, refused, lost, settings }
}

const again = 'Ask for it again (with another Idempotency-Key, where you use one).'

function lostReason(label: string): Reason {
  return {
    code: 'chain.lost',
    message: `${label} fell back to before this was done, and something else took its place there, so it is not done any more. ${again}`,
  }
}

function refusedReason(label: string, { message }: Reason): Reason {
  return {
    code: 'chain.lost',
    message: `${label} fell back to before this was done, and refused it when it was sent again, so it is not done any more. It said: ${message} ${again}`,
  }
}

/** What the contracts say of which settings changed back, by their collections' keys; one that is not there says nothing. */
async function settingsNow(
  { deps, client }: LaneContext,
  gone: readonly { pk: number }[],
): Promise<Map<number, CollectionSettings>> {
  const settings = new Map<number, CollectionSettings>()
  if (gone.length === 0) return settings
  const pks = gone.map(({ pk }) => pk)
  for (const pk of await collectionsChangedBy(deps.db, pks)) {
    const contract = contractOf(await collectionByPk(deps.db, pk))
    try {
      const [now, { purchased }] = await Promise.all([client.settings(contract), client.counters(contract)])
      settings.set(pk, settingsOf(now, purchased))
    } catch (error) {
      if (!(error instanceof CoreError && error.code === 'network.contract')) throw error
    }
  }
  return settings
}

async function settle({ deps, client, lane }: LaneContext, found: ChangesFound): Promise<void> {
  deps.point('before undone')
  const ended = await settleChanges(deps.db, found, deps.clock())
  deps.point('after undone')
  for (const pk of ended.actions) deps.events.actionEnded(pk)
  for (const pk of ended.transfers) deps.events.transferEnded(pk)
  for (const pk of found.settings.keys()) deps.events.collectionChanged(pk)
  const gone = found.refused.length + found.lost.length
  if (gone > 0)
    deps.log.warn({ network: client.network, signer: lane.signer, gone }, 'the network lost changes for good')
}
