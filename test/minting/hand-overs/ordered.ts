import { EventEmitter, once } from 'node:events'
import pino from 'pino'
import { type HandOvers, openHandOvers } from '../../../src/core/minting/hand-overs/hand-overs.ts'
import { handOverByPk } from '../../../src/core/store/journal/hand-overs/hand-overs.ts'
import { transferByPk } from '../../../src/core/store/journal/transfers/transfers.ts'
import { openWallets } from '../../../src/core/wallets/addresses.ts'
import type { PlannerWorld } from '../transfers/planner.ts'

export interface Ordered {
  /** Does what a person orders. @returns the signers whose queues it woke */
  order(what: 'pause' | 'cancel', handOverPk: number): Promise<string[]>
  /** Waits until a hand-over was worked on once more. */
  workedOn(handOverPk: number): Promise<void>
  close(): Promise<void>
}

const nobodyAsks = (): never => {
  throw new Error('these hand-overs are looked up already')
}

/** Hand-overs over planners, which tell them what ended. */
export function orderedHandOvers({ db, chains, events }: PlannerWorld): Ordered {
  const changes = new EventEmitter()
  let woken: number[] = []
  const handOvers: HandOvers = openHandOvers({
    ...{ db, chains, clock: () => 2_000, log: pino({ level: 'silent' }) },
    minting: { wakeTransfer: (pk) => void woken.push(pk), notice: () => null },
    wallets: openWallets(nobodyAsks),
    holdings: { tokens: nobodyAsks, assets: nobodyAsks },
    onChange: (_projectId, { id }) => changes.emit(id),
  })
  events.transferEnded = handOvers.transferEnded
  return {
    async order(what, pk) {
      woken = []
      await handOvers[what](await handOverByPk(db, pk))
      const transfers = await Promise.all(woken.map((transferPk) => transferByPk(db, transferPk)))
      return transfers.map(({ signer }) => signer)
    },
    async workedOn(pk) {
      await once(changes, (await handOverByPk(db, pk)).id)
    },
    close: () => handOvers.close(),
  }
}
