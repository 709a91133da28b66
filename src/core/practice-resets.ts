import type { Logger } from 'pino'
import type { PracticeChain } from '../shared/chains.ts'
import { type Turns, takeTurns } from './lib/turns.ts'
import type { BatchLists } from './metadata/batch-lists.ts'
import type { Engine } from './minting/engine.ts'
import { endReset, type PendingReset, pendingResets, wipeNetwork } from './store/installation/practice-reset.ts'
import type { SignedMarks } from './store/journal/signed-marks.ts'
import type { Store } from './store/sqlite/open.ts'

export interface PracticeResetsOptions {
  db: Store
  engine: Pick<Engine, 'closeNetwork' | 'openNetwork'>
  lists: Pick<BatchLists, 'forget'>
  marks: Pick<SignedMarks, 'forget'>
  practice: { reset(chain: string): Promise<void> }
  clock(): number
  log: Logger
}

/** Resets practice networks and all that Mintdesk has stored about them. */
export interface PracticeResets {
  /** @throws CoreError `network.busy`, or why the network does not start: then the next start of the core finishes the reset */
  reset(chain: PracticeChain): Promise<void>
  /** Finishes the resets that an earlier process began. */
  finish(): Promise<void>
  /** Does something while nothing is signed on a network, practice or live, and no reset of it is under way. */
  whileClosed(chain: string, work: () => Promise<void>): Promise<void>
}

/** Closes the networks with an unfinished reset, so that nothing is minted on a chain that will be discarded. */
export async function openPracticeResets(options: PracticeResetsOptions): Promise<PracticeResets> {
  const { db, engine, lists, marks, practice, clock, log } = options
  const finish = async ({ network, contracts }: PendingReset): Promise<void> => {
    const chain = network.slice('practice:'.length)
    for (const contract of contracts) await lists.forget(contract)
    await marks.forget(network)
    await practice.reset(chain)
    await endReset(db, network)
    await engine.openNetwork(network)
  }
  const turns = new Map<string, Turns>()
  /** One reset of a network after the other: one must not open the network to the engine while another discards its chain. */
  const inTurn = (network: string, work: () => Promise<void>): Promise<void> => {
    const ofNetwork = turns.get(network) ?? takeTurns()
    turns.set(network, ofNetwork)
    return ofNetwork(work)
  }
  for (const { network } of await pendingResets(db)) await engine.closeNetwork(network)
  return {
    reset(chain) {
      const network = `practice:${chain}`
      return inTurn(network, async () => {
        await engine.closeNetwork(network)
        const pending = await wipeNetwork(db, chain, clock()).catch(async (error: unknown) => {
          await engine.openNetwork(network)
          throw error
        })
        await finish(pending)
      })
    },
    async finish() {
      for (const { network } of await pendingResets(db))
        await inTurn(network, async () => {
          // Another call may have reset it meanwhile.
          const pending = (await pendingResets(db)).find((one) => one.network === network)
          if (pending) await finish(pending)
        }).catch((error: unknown) => log.error({ err: error, network }, 'a reset could not be finished'))
    },
    whileClosed(chain, work) {
      const practiceNetwork = `practice:${chain}`
      const both = [practiceNetwork, `live:${chain}`]
      return inTurn(practiceNetwork, async () => {
        for (const network of both) await engine.closeNetwork(network)
        try {
          await work()
        } finally {
          // A reset that could not be finished keeps it closed.
          const pending = new Set((await pendingResets(db)).map(({ network }) => network))
          for (const network of both) if (!pending.has(network)) await engine.openNetwork(network)
        }
      })
    },
  }
}
