import { type ContractRules, contractRules } from './adversary.ts'
import { type Adversary, type Collection, collections, modelChain, type SendFault, type Signed } from './chain.ts'
import type { ModelMark, Steps } from './context.ts'
import { Broken, checkEnd, checkNow, isTrue, type Past } from './invariants.ts'
import { type Ledger, ledger } from './ledger.ts'
import { endCancelled, signerQueue } from './signer-queue.ts'
import { emptyTables, type SignedBytes, type Tables } from './tables.ts'

/** One thing that happens; `steps` lets the engine go on by so many points of the journal. */
export type Event =
  | { do: 'run'; run: string; size: number }
  | { do: 'mints'; ids: readonly string[]; into: Collection }
  | { do: 'steps'; count: number }
  | { do: 'mine'; count: number; includes: boolean }
  | { do: 'crash' }
  | { do: 'faults'; faults: readonly SendFault[] }
  | { do: 'no answers'; count: number }
  | { do: 'reorganise'; depth: number; drop: boolean; includes: boolean }
  | { do: 'drop pool' }
  | { do: 'fee'; base: bigint }
  | { do: 'outside'; ahead: number }
  | { do: 'lag'; blocks: number }
  | { do: 'late receipts'; blocks: number }
  | { do: 'keep copy' }
  | { do: 'restore copy'; mined: number }
  /** Deeper than the confirmations. */
  | { do: 'take back'; depth: number; drop: boolean; includes: boolean }
  | { do: 'accept' }
  /** From now on two copies of the app run; all that is done concerns one of them, until it is turned to the other one. */
  | { do: 'second copy' | 'turn to the other' }
  /** From now on he does this before each of our transactions, and once in each block. */
  | ({ do: 'adversary' } & Adversary)
  /** Hostile recipients refuse what they are given, or take it. */
  | { do: 'recipients'; refuse: boolean }
  | { do: 'correct'; run: string; ordinal: number }
  | { do: 'pause' | 'resume' | 'cancel' | 'begin to cancel' | 'retry'; run: string }

/** Runs of the first collection, and of the second. */
export const runsInto: readonly (readonly string[])[] = [['spring'], ['summer']]

/** One copy of the app: its data folder, and its engine. */
interface Copy {
  tables: Tables
  /** A backup of its database, and what it had taken on by then. */
  kept: Tables | null
  acceptedOfKept: string[]
  book: Ledger
  engine: Steps
  /** Beside the database: it stays when an older copy of that is put back. */
  mark: ModelMark
  /** Mints that were taken on. */
  accepted: Set<string>
}

/**
 * The journal, the chain, and all that may happen to both, one event after the other.
 * @param adversary whether he does anything
 */
export function modelWorld({
  adversary = true,
  rules = contractRules,
}: {
  adversary?: boolean
  rules?: ContractRules
} = {}) {
  const chain = modelChain(rules)
  let signatures = 0
  let drawn = 0
  /** The events so far, for names. */
  let happened = 0
  const past: Past = { restored: false, tookBack: false, corrected: false, stopped: [false, false] }
  let here = copyOf(emptyTables())
  /** A second copy of the app with the same keys, which does nothing until it is turned to. */
  let other: Copy | null = null

  function copyOf(tables: Tables, mark: ModelMark = { sequence: -1, hash: '' }, accepted: Iterable<string> = []): Copy {
    const copy = {
      ...{ tables, kept: null, mark: { ...mark } },
      ...{ accepted: new Set(accepted), acceptedOfKept: [] },
    }
    return { ...copy, ...started(copy) }
  }

  /** An engine over a copy's database, from its first point on. */
  function started({ tables, mark }: Pick<Copy, 'tables' | 'mark'>): Pick<Copy, 'book' | 'engine'> {
    const book = ledger(tables)
    for (const { id, state, completed } of tables.runs) if (state === 'cancelled' && !completed) endCancelled(book, id)
    const node = { ...chain, send: (signed: Signed) => sendChecked(tables, signed) }
    return { book, engine: signerQueue(book, node, mark, sign, () => ++drawn) }
  }

  function start(): void {
    Object.assign(here, started(here))
  }

  /** A person says to go on with what the chain holds, or takes over. */
  function accept(): void {
    for (const collection of collections) {
      const halt = here.tables.halts[collection]
      if (halt === null) continue
      here.book.goOn(collection)
    }
  }

  function sign(job: SignedBytes['job'], { max, priority }: Pick<SignedBytes, 'max' | 'priority'>): SignedBytes {
    const { expected = 0, writer = 0 } = job?.fence ?? {}
    // An entry: two copies of the app never take turns by themselves.
    if (job && expected !== writer && expected !== 0 && !here.tables.writers[job.collection].has(expected))
      throw new Broken(`an entry was signed over writer ${expected}, whom nobody here knows`)
    return { hash: `signature ${++signatures}`, job, max, priority }
  }

  function sendChecked({ transactions }: Tables, signed: Signed): ReturnType<typeof chain.send> {
    const onDisk = transactions.some(
      ({ sequence, attempts }) => sequence === signed.sequence && attempts.some(({ hash }) => hash === signed.hash),
    )
    if (!onDisk) throw new Broken(`${signed.hash} left the machine before it was on disk`)
    return chain.send(signed)
  }

  function steps(count: number): void {
    for (let made = 0; made < count; made++) here.engine.next()
  }

  function round(): void {
    for (let made = 0; made < 2_000; made++) if (here.engine.next().value === 'after round') return
    throw new Broken('a round of the here.engine does not end')
  }

  function runNamed(name: string): string {
    return here.tables.runs.find(({ id }) => id.startsWith(name))?.id ?? ''
  }

  function happen(event: Event): void {
    happened++
    switch (event.do) {
      case 'run':
        // A run's id follows from its rows: another file is another run.
        if (runNamed(event.run)) return
        here.book.addRun(`${event.run} of ${event.size}`, event.size, runsInto[1]?.includes(event.run) ? 1 : 0)
        for (const { id, run } of here.tables.mints) if (run?.startsWith(event.run)) here.accepted.add(id)
        return
      case 'mints':
        here.book.addMints(event.ids, event.into)
        for (const id of event.ids) here.accepted.add(id)
        return
      case 'steps':
        steps(event.count)
        return
      case 'mine':
        chain.mine(event.count, event.includes)
        return
      case 'crash':
        start()
        return
      case 'faults':
        chain.world.sendFaults.push(...event.faults)
        return
      case 'no answers':
        chain.world.failing = event.count
        return
      case 'reorganise':
        chain.reorganise(event.depth, event.drop, event.includes)
        return
      case 'drop pool':
        chain.dropPool()
        return
      case 'fee':
        chain.world.baseFee = event.base
        return
      case 'outside':
        chain.spendExternally(event.ahead, String(happened))
        return
      case 'lag':
        chain.world.lag = event.blocks
        return
      case 'late receipts':
        chain.world.late = event.blocks
        return
      case 'keep copy':
        here.kept = structuredClone(here.tables)
        here.acceptedOfKept = [...here.accepted]
        return
      case 'restore copy':
        if (!here.kept) return
        Object.assign(chain.world, { lag: 0, baseFee: 1n })
        chain.mine(event.mined)
        here.tables = structuredClone(here.kept)
        here.accepted.clear()
        for (const id of here.acceptedOfKept) here.accepted.add(id)
        past.restored = true
        start()
        return
      case 'take back':
        chain.reorganise(event.depth, event.drop, event.includes)
        past.tookBack = true
        return
      case 'accept':
        accept()
        return
      case 'second copy':
        other ??= copyOf(structuredClone(here.tables), here.mark, here.accepted)
        past.restored = true
        return
      case 'turn to the other':
        if (!other) return
        ;[here, other] = [other, here]
        past.stopped = [here.tables.halts[0] !== null, here.tables.halts[1] !== null]
        return
      case 'adversary':
        if (adversary) chain.world.adversary = { deeds: event.deeds, into: event.into }
        return
      case 'recipients':
        chain.world.refusing = event.refuse
        return
      case 'pause':
      case 'resume':
        here.book.setRun(runNamed(event.run), event.do)
        return
      case 'begin to cancel':
        here.book.setRun(runNamed(event.run), 'cancel')
        return
      case 'cancel':
        if (here.book.setRun(runNamed(event.run), 'cancel')) endCancelled(here.book, runNamed(event.run))
        return
      case 'retry':
        here.book.retry(runNamed(event.run))
        return
      case 'correct':
        // No two corrections ask for the same, in whatever copy of the database.
        past.corrected = true
        here.book.correct(runNamed(event.run), event.ordinal, happened)
    }
  }

  /**
   * Everything outside becomes right, paused runs go on, a person accepts what was lost, and blocks are made until nothing waits. Then one
   * more mint is asked for, and the same again.
   */
  function comeToRest(): void {
    // The base fee of an empty network falls until everything is included.
    Object.assign(chain.world, { lag: 0, late: 0, sendFaults: [], failing: 0, baseFee: 1n, refusing: false })
    let asked = false
    for (let block = 0; block < 240; block++) {
      for (const { id, state } of here.tables.runs) if (state === 'paused') here.book.setRun(id, 'resume')
      accept()
      round()
      if (
        !here.book.busy() &&
        here.tables.halts.every((halt) => halt === null) &&
        here.book.highestSettled() < chain.truth().count
      ) {
        if (asked) return
        // What was lost shows when something is asked for.
        asked = true
        for (const collection of collections) here.book.addMints([`last ${collection}`], collection)
      }
      chain.mine()
      check()
    }
    throw new Broken('it does not come to rest')
  }

  function check(): void {
    checkNow({ tables: here.tables, chain, past, isTrue: (collection) => isTrue(here.book, chain, collection) })
  }

  return {
    happen,
    check,
    comeToRest,
    checkEnd(): void {
      check()
      checkEnd({ tables: here.tables, chain, past, accepted: here.accepted })
    },
    past,
    /** The journal as it is, for people who look for a fault. */
    state: () => ({
      ...here.tables,
      known: here.tables.known.map((known) => [...known]),
      writers: here.tables.writers.map((writers) => [...writers]),
      tokens: collections.map(chain.tokens),
      ...chain.truth(),
    }),
    /** All that the journal and the network's counts say, save which numbers tokens have. */
    outline(): string {
      const { mints, batches, transactions, runs, halts, known } = here.tables
      return JSON.stringify([
        mints.map(({ id, state, batch, place }) => [id, state, batch, place]),
        batches.map(({ job, state, transaction }) => [job, state, transaction]),
        transactions.map(({ sequence, batch, state, block_hash, attempts }) => [
          ...[sequence, batch, state, block_hash],
          attempts.map(({ hash, answer }) => [hash, answer]),
        ]),
        ...[runs, halts, known.map(({ size }) => size), chain.truth()],
      ])
    },
  }
}
