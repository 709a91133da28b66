import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import type { WalletOwner } from '../../../src/core/chains/family/wallet-owner.ts'
import { openBatchLists } from '../../../src/core/metadata/batch-lists.ts'
import { filesAhead } from '../../../src/core/minting/compose/files-ahead.ts'
import type { EngineDeps, QueueContext } from '../../../src/core/minting/deps.ts'
import { plan } from '../../../src/core/minting/plan.ts'
import type { PlanMemory } from '../../../src/core/minting/plan-memory.ts'
import type { Planned } from '../../../src/core/minting/planned.ts'
import { observe } from '../../../src/core/minting/transactions/observe.ts'
import { planWallet } from '../../../src/core/minting/transfers/plan-wallet.ts'
import { openSignedMarks } from '../../../src/core/store/journal/signed-marks.ts'
import { openEngine } from '../open-engine.ts'
import { type SimulatedChain, simulatedChain } from '../simulated/chain.ts'
import { simulatedChains, smallLimits, treasury, walletOf } from '../simulated/client.ts'
import { temporaryFolder } from '../simulated/world.ts'

/** One signer, of whom a round is taken when the test says so, and at no other time. */
export interface Planner {
  signer: string
  /** Observes, settles and plans. */
  round(): Promise<Planned>
  /** Signers whose queues were woken. */
  woken: string[]
}

export interface PlannerWorld {
  db: EngineDeps['db']
  chain: SimulatedChain
  chains: EngineDeps['chains']
  /** Who hears what the planners did; nobody, where a test does not set it. */
  events: EngineDeps['events']
  treasury: Planner
  wallet(owner: NonNullable<WalletOwner>): Planner
  close(): Promise<void>
}

/** As many in flight as a test may want to count, and nothing of them too heavy. */
const limits = { ...smallLimits, transactionsInFlight: 18, weightInFlight: 10n ** 9n }

/**
 * Planners over the real database on a simulated chain, without an engine that takes rounds by itself.
 * @param seen what they meet in the chain's place
 */
export async function openPlanners(
  seen: (truth: ChainClient) => ChainClient = (truth) => truth,
): Promise<PlannerWorld> {
  const dir = await temporaryFolder()
  const chain = simulatedChain({ confirmations: 3 })
  chain.setBalance(treasury, 10n ** 18n)
  const opened = await openEngine({ dir, chains: simulatedChains(chain, limits), start: false })
  const { db, chains, metadata, identity, project } = opened
  const marks = await openSignedMarks(db, join(dir, 'signed-marks'), join(dir, 'content/unfinished'))
  const client = seen(await chains.client('practice', 'polygon'))
  const deps: EngineDeps = {
    ...{ db, chains, metadata, identity, marks, clock: () => 1_000, log: pino({ level: 'silent' }) },
    lists: openBatchLists(join(dir, 'lists'), join(dir, 'content/unfinished')),
    events: { runChanged() {}, mintsEnded() {}, actionEnded() {}, transferEnded() {}, collectionChanged() {} },
    point() {},
    timing: { groupMs: 0, pollMs: 100 },
  }

  function planner(signer: string, owner: WalletOwner): Planner {
    const woken: string[] = []
    const context: QueueContext = {
      ...{ deps, project, client, queue: { network: client.network, signer }, owner, sessions: new Map() },
      ...{ anchor: { block: null }, wake: (other) => void woken.push(other) },
    }
    const memory: PlanMemory = {
      ...{ turn: 0, atMost: new Map(), stale: new Map(), capped: new Map(), held: false },
      externalUse: { stands: null, shown: false, replace: false, newerCopy: { heads: new Map(), over: null } },
      files: filesAhead(() => {}),
    }
    const scan = { through: null, hash: null }
    return {
      signer,
      woken,
      async round() {
        const observed = await observe(context, scan)
        return owner === null ? await plan(context, memory) : await planWallet(context, memory, observed)
      },
    }
  }

  return {
    db,
    chain,
    chains,
    events: deps.events,
    treasury: planner(treasury, null),
    wallet: (owner) => planner(walletOf(owner), owner),
    async close() {
      await marks.close()
      await opened.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
