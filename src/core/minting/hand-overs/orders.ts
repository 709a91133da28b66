import { setImmediate as nextTurn } from 'node:timers/promises'
import { count, counted } from '../../../shared/format.ts'
import { CoreError } from '../../lib/errors.ts'
import { countNfts } from '../../store/journal/hand-overs/figures.ts'
import {
  type HandOverRecord,
  handOverByPk,
  setCeilings,
  setHandOverState,
} from '../../store/journal/hand-overs/hand-overs.ts'
import { cancelUnsigned, hasOpenNfts, requeueFailed } from '../../store/journal/hand-overs/nfts.ts'
import type { KeptPrice } from '../../store/journal/hand-overs/prices.ts'
import { countRows } from '../../store/journal/hand-overs/rows.ts'
import { firstOfEachSigner } from '../../store/journal/hand-overs/waiting.ts'
import type { HandOverDeps } from './deps.ts'

/** What a person can do to a hand-over. Each throws CoreError `handOver.state` where it cannot be done now. */
export interface HandOverOrders {
  /** @throws CoreError `handOver.errors`, `handOver.changed`, `handOver.empty` */
  start(record: HandOverRecord, agreed: Agreed): Promise<void>
  /** Signs nothing more; what is signed is settled. */
  pause(record: HandOverRecord): Promise<void>
  resume(record: HandOverRecord): Promise<void>
  /** Gives up what is not signed; what is signed is settled. */
  cancel(record: HandOverRecord): Promise<void>
  /** Tries what failed once more. */
  retry(record: HandOverRecord): Promise<void>
  /** Sets the most that is paid for a unit of gas, by chain; null takes a ceiling away. */
  setCeilings(record: HandOverRecord, ceilings: Readonly<Record<string, string | null>>): Promise<void>
  /** Ends the hand-over if nothing of it is left; to be called when it moved on. */
  settle(record: HandOverRecord): Promise<void>
}

export interface Agreed {
  /** How many NFTs the person saw. */
  nfts: number
  skipErrors: boolean
  feeCeilings: Readonly<Record<string, string | null>>
}

/** NFTs given up in one SQLite transaction, some 10 ms of work. */
const chunk = 1_000

export function handOverOrders(
  deps: Pick<HandOverDeps, 'db' | 'minting' | 'clock'>,
  { work, priceOf }: { work(id: string): void; priceOf(id: string): Record<string, KeptPrice> },
): HandOverOrders {
  const { db, minting, clock } = deps

  /** Wakes the hand-over's signer queues. */
  async function wake({ pk, id }: HandOverRecord): Promise<void> {
    for (const transferPk of await firstOfEachSigner(db, pk)) minting.wakeTransfer(transferPk)
    work(id)
  }

  /** Ends the signing of a hand-over. @returns whether it was in one of the states `from` */
  async function stop({ pk }: HandOverRecord, move: Parameters<typeof setHandOverState>[2]): Promise<boolean> {
    const firsts = await db
      .transaction()
      .execute(async (trx) => ((await setHandOverState(trx, pk, move)) ? await firstOfEachSigner(trx, pk) : null))
    // A wallet that waited for coin for one of them can send what another hand-over moves, and nothing else wakes it.
    for (const transferPk of firsts ?? []) minting.wakeTransfer(transferPk)
    return firsts !== null
  }

  async function giveUp({ pk }: HandOverRecord): Promise<void> {
    while ((await cancelUnsigned(db, pk, chunk, clock())) > 0) await nextTurn()
  }

  const orders: HandOverOrders = {
    async start(record, { nfts, skipErrors, feeCeilings }) {
      const found = (await countNfts(db, record.pk)).reduce(
        (sum, one) => sum + (one.state === 'found' ? one.count : 0),
        0,
      )
      const errors = (await countRows(db, record.pk)).get('error') ?? 0
      if (record.state !== 'checked') throw wrongState(record, 'begun')
      if (errors > 0 && !skipErrors)
        throw new CoreError(
          'handOver.errors',
          `${errors} ${errors === 1 ? 'row' : 'rows'} of ${record.name} cannot be handed over: put them right, or choose to leave them out.`,
        )
      if (found === 0)
        throw new CoreError('handOver.empty', `The people of ${record.name} hold nothing that can be moved.`)
      if (found !== nfts)
        throw new CoreError(
          'handOver.changed',
          `${record.name} moves ${counted(found, 'NFT')} now, and you agreed to ${count(nfts)}: look at it again.`,
        )
      const begun = await setHandOverState(
        db,
        record.pk,
        { from: ['checked'], to: 'running' },
        {
          started_at: clock(),
          fee_ceilings: JSON.stringify(withoutNulls(feeCeilings)),
          quotes: JSON.stringify(priceOf(record.id)),
        },
      )
      if (!begun) throw wrongState(await handOverByPk(db, record.pk), 'begun')
      work(record.id)
    },

    async pause(record) {
      if (!(await stop(record, { from: ['running', 'paused'], to: 'paused' }))) throw wrongState(record, 'paused')
    },

    async resume(record) {
      if (!(await setHandOverState(db, record.pk, { from: ['running', 'paused'], to: 'running' })))
        throw wrongState(record, 'resumed')
      await wake(record)
    },

    async cancel(record) {
      const from = ['running', 'paused', 'cancelled'] as const
      if (!(await stop(record, { from, to: 'cancelled' }))) throw wrongState(record, 'cancelled')
      await giveUp(record)
      work(record.id)
    },

    async retry(record) {
      const tried = await db.transaction().execute(async (trx) => {
        const from = ['running', 'paused', 'finished'] as const
        const { state } = await handOverByPk(trx, record.pk)
        const to = state === 'paused' ? 'paused' : 'running'
        if (!(await setHandOverState(trx, record.pk, { from, to }, { completed_at: null }))) return null
        return await requeueFailed(trx, record.pk)
      })
      if (tried === null) throw wrongState(record, 'tried again')
      work(record.id)
      if (tried === 0)
        throw new CoreError('handOver.state', `Nothing of ${record.name} can be tried again: no NFT of it has failed.`)
    },

    async setCeilings(record, ceilings) {
      const before = JSON.parse(record.fee_ceilings) as Record<string, string>
      await setCeilings(db, record.pk, withoutNulls({ ...before, ...ceilings }))
      await wake(record)
    },

    async settle({ pk }) {
      const record = await handOverByPk(db, pk)
      // An earlier core may have ended while it gave up what was not signed.
      if (record.state === 'cancelled' && record.completed_at === null) await giveUp(record)
      if (record.completed_at !== null || (await hasOpenNfts(db, pk))) return
      const { state } = record
      if (state === 'cancelled' || state === 'running' || state === 'paused')
        await setHandOverState(
          db,
          pk,
          { from: [state], to: state === 'cancelled' ? 'cancelled' : 'finished' },
          { completed_at: clock() },
        )
    },
  }
  return orders
}

function withoutNulls(ceilings: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ceilings).flatMap(([chain, ceiling]) => (ceiling === null ? [] : [[chain, ceiling]])),
  )
}

const stands: Record<HandOverRecord['state'], string> = {
  reading: 'is still being read',
  checking: 'is still being checked',
  checked: 'has not been begun',
  failed: 'cannot be read',
  running: 'is under way',
  paused: 'is paused',
  cancelled: 'was cancelled',
  finished: 'has ended',
}

function wrongState({ name, state }: HandOverRecord, what: string): CoreError {
  return new CoreError('handOver.state', `The hand-over "${name}" ${stands[state]}, so it cannot be ${what}.`)
}
