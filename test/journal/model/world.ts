import { openStates, waitingStates } from '../../../src/core/journal/states.ts'
import { modelChain, type SendFault } from './chain.ts'
import { endCancelled, lane, type Steps } from './lane.ts'
import { emptyTables, type Ledger, ledger, type SignedBytes, type Tables, unnamed } from './ledger.ts'

/** One thing that happens; `steps` lets the engine go on by so many points of the journal. */
export type Event =
  | { do: 'run'; run: string; size: number }
  | { do: 'mints'; ids: readonly string[] }
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
  | { do: 'pause' | 'resume' | 'cancel' | 'begin to cancel' | 'retry'; run: string }

/** Says what is wrong, as a person would. */
export class Broken extends Error {}

const isOpen = (state: string) => (openStates as readonly string[]).includes(state)

/** The journal, the chain, and all that may happen to both, one event after the other. */
export function modelWorld() {
  const chain = modelChain()
  let tables: Tables = emptyTables()
  let kept: Tables | null = null
  let book: Ledger
  let engine: Steps
  let signatures = 0
  /** Beside the database: it stays when an older copy of that is put back. */
  const mark = { sequence: -1, hash: '' }
  const person = { accepts: false }
  /** Bytes that left the machine, by their hash; and the events so far, for names. */
  let happened = 0
  let restored = false
  let stopped = false
  let tookBack = false
  const accepted = new Set<string>()
  let acceptedOfKept: string[] = []

  function start(): void {
    book = ledger(tables)
    for (const { id, state, completed } of tables.runs) if (state === 'cancelled' && !completed) endCancelled(book, id)
    person.accepts = false
    engine = lane(book, { ...chain, send: sendChecked }, mark, person, sign)
  }

  /** A person says to go on with what the chain holds. */
  function accept(): void {
    if (!tables.halted) return
    tables.halted = false
    person.accepts = true
  }

  function sign(job: SignedBytes['job'], { max, priority }: Pick<SignedBytes, 'max' | 'priority'>): SignedBytes {
    return { hash: `signature ${++signatures}`, job, max, priority }
  }

  function sendChecked(signed: Parameters<typeof chain.send>[0]): ReturnType<typeof chain.send> {
    const onDisk = tables.transactions.some(
      ({ sequence, attempts }) => sequence === signed.sequence && attempts.some(({ hash }) => hash === signed.hash),
    )
    if (!onDisk) throw new Broken(`${signed.hash} left the machine before it was on disk`)
    return chain.send(signed)
  }

  function steps(count: number): void {
    for (let made = 0; made < count; made++) engine.next()
  }

  function round(): void {
    for (let made = 0; made < 2_000; made++) if (engine.next().value === 'after round') return
    throw new Broken('a round of the engine does not end')
  }

  function runNamed(name: string): string {
    return tables.runs.find(({ id }) => id.startsWith(name))?.id ?? ''
  }

  function happen(event: Event): void {
    happened++
    switch (event.do) {
      case 'run':
        // A run's id follows from its rows: another file is another run.
        if (runNamed(event.run)) return
        book.addRun(`${event.run} of ${event.size}`, event.size)
        for (const { id, run } of tables.mints) if (run?.startsWith(event.run)) accepted.add(id)
        return
      case 'mints':
        book.addMints(event.ids)
        for (const id of event.ids) accepted.add(id)
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
        chain.spendOutside(event.ahead, String(happened))
        return
      case 'lag':
        chain.world.lag = event.blocks
        return
      case 'late receipts':
        chain.world.late = event.blocks
        return
      case 'keep copy':
        kept = structuredClone(tables)
        acceptedOfKept = [...accepted]
        return
      case 'restore copy':
        if (!kept) return
        Object.assign(chain.world, { lag: 0, baseFee: 1n })
        chain.mine(event.mined)
        tables = structuredClone(kept)
        accepted.clear()
        for (const id of acceptedOfKept) accepted.add(id)
        restored = true
        start()
        return
      case 'take back':
        chain.reorganise(event.depth, event.drop, event.includes)
        tookBack = true
        return
      case 'accept':
        accept()
        return
      case 'pause':
      case 'resume':
        book.setRun(runNamed(event.run), event.do)
        return
      case 'begin to cancel':
        book.setRun(runNamed(event.run), 'cancel')
        return
      case 'cancel':
        if (book.setRun(runNamed(event.run), 'cancel')) endCancelled(book, runNamed(event.run))
        return
      case 'retry':
        book.retry(runNamed(event.run))
    }
  }

  /** Whether the chain holds all that the journal calls minted, as it calls it, and as many as it counts. */
  function isTrue(): boolean {
    const tokens = chain.tokens()
    if (book.accounted() > tokens.length) return false
    const said = tables.mints.flatMap(({ id, state, token }) =>
      state === 'succeeded' ? [[id, token ?? 0] as const] : [],
    )
    return [...said, ...tables.known].every(([id, token]) => tokens[token - 1] === id || id === unnamed(token))
  }

  /** What holds at every moment. */
  function check(): void {
    const tokens = chain.tokens()
    // What was taken back stops it, also where the chain has all of it again by then.
    if (tables.halted && !stopped && !tookBack && isTrue())
      throw new Broken('the collection stopped, and the chain holds all of it')
    stopped = tables.halted
    if (new Set(tokens).size !== tokens.length)
      throw new Broken(`minted twice: ${tokens.filter((id, at) => tokens.indexOf(id) !== at)}`)
    const live = new Map<string, number>()
    const sequences = new Set<number>()
    for (const { pk, state, sequence, attempts, batch } of tables.transactions) {
      if (state !== 'dead' && sequences.size === sequences.add(sequence).size)
        throw new Broken(`sequence ${sequence} has two transactions`)
      const [{ job: first = null } = {}] = attempts
      for (const { job } of attempts)
        if (job !== null && job !== first && `${job.id} ${job.mints}` !== `${first?.id} ${first?.mints}`)
          throw new Broken(`transaction ${pk} was signed for ${first?.mints}, and then for ${job.mints}`)
      if (!isOpen(state) || batch === null) continue
      for (const { id, batch: of } of tables.mints) {
        if (of !== batch) continue
        const other = live.get(id)
        if (other !== undefined) throw new Broken(`${id} is in flight twice, in transactions ${other} and ${pk}`)
        live.set(id, pk)
      }
    }
  }

  /**
   * Everything outside becomes right, paused runs go on, a person accepts what was lost, and blocks are made until nothing waits. Then one
   * more mint is asked for, and the same again.
   */
  function comeToRest(): void {
    // The base fee of an empty network falls until everything is included.
    Object.assign(chain.world, { lag: 0, late: 0, sendFaults: [], failing: 0, baseFee: 1n })
    let asked = false
    for (let block = 0; block < 240; block++) {
      for (const { id, state } of tables.runs) if (state === 'paused') book.setRun(id, 'resume')
      accept()
      round()
      if (!book.busy() && !tables.halted && book.highestSettled() < chain.truth().count) {
        if (asked) return
        // What was lost shows when something is asked for.
        asked = true
        book.addMints(['last'])
      }
      chain.mine()
      check()
    }
    throw new Broken('it does not come to rest')
  }

  /** What holds when nothing waits any more. */
  function checkEnd(): void {
    check()
    const tokens = chain.tokens()
    const ids = new Set(tables.mints.map(({ id }) => id))
    for (const id of accepted) if (!ids.has(id)) throw new Broken(`${id} is lost`)
    for (const { id, state, token } of tables.mints) {
      if ((waitingStates as readonly string[]).includes(state)) throw new Broken(`${id} is still ${state}`)
      // Given up in an older copy, with nothing left to do that would have had the chain asked.
      if (restored && (state === 'cancelled' || state === 'failed')) continue
      if (state === 'succeeded' && tokens[(token ?? 0) - 1] !== id)
        throw new Broken(`${id} is said to be token ${token}, which is ${tokens[(token ?? 0) - 1]} on the chain`)
      if (state !== 'succeeded' && tokens.includes(id)) throw new Broken(`${id} is ${state}, and on the chain`)
    }
    const { count } = chain.truth()
    for (const { pk, state, sequence } of tables.transactions)
      if ((state === 'succeeded' || state === 'failed') && sequence >= count)
        throw new Broken(
          `transaction ${pk} is settled at ${sequence}, where the chain has only ${count}: a gap is left`,
        )
  }

  start()
  return {
    happen,
    check,
    comeToRest,
    checkEnd,
    /** The journal as it is, for people who look for a fault. */
    state: () => ({ ...tables, known: [...tables.known], tokens: chain.tokens(), ...chain.truth() }),
  }
}
