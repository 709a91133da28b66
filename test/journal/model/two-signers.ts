import { createHash } from 'node:crypto'
import { foldTrail, type MintFence, noTrail } from '../../../src/core/chains/family/fence.ts'
import { type Entry, fenceStep, replacedJobs, writerStep } from '../../../src/core/journal/fence.ts'
import { doubles, emptyContract, execute, type MarkedContract, type MintCall, type Verdict } from './marked-contract.ts'

/** Rules that can be left out, to see what each is for. */
export interface Rules {
  /** The contract compares an entry's trail with its own. */
  trail: boolean
  /** A call names the jobs that it replaces, and the contract looks them up. */
  names: boolean
  /** Whoever compares the contract with the journal anew enters under a new writer. */
  freshEntry: boolean
}

export const allRules: Rules = { trail: true, names: true, freshEntry: true }

const confirmations = 2
const mints = [0, 1, 2]

interface Transaction {
  id: string
  sequence: number
  /** Null: it mints nothing. */
  mint: MintCall | null
}

/** One transaction of the signer that both share, and what it left behind. */
interface Block {
  transaction: Transaction
  verdict: Verdict | 'nothing'
  contract: MarkedContract
}

interface Session {
  expected: number
  trail: string
  writer: number
  entry: Entry
  entryId: string | null
  ended: Map<number, string[]>
}

interface Sent extends Transaction {
  end: Verdict | 'nothing' | 'dead' | null
}

/** A copy of the app: what its database holds, and the session of its process. */
interface Copy {
  name: string
  sent: Sent[]
  minted: Set<number>
  writers: Set<number>
  /** How often a batch of these members failed. */
  generations: Map<string, number>
  session: Session | null
  /** Blocks in which it has looked for transactions of others. */
  seen: number
  /** Confirmed blocks at most so far: a node that knows fewer is behind. */
  confirmed: number
}

/**
 * Two copies of the app that mint the same three mints into one contract with one signer, each as `src/core/minting` does it: they sign, restart,
 * take over from each other, get older databases back or each other's. The chain includes of all bytes ever signed what fits, and takes blocks
 * back, also deeper than the confirmations.
 * @returns the first mint that was minted twice with what had happened, or null
 */
export function twoSigners(seed: number, rules: Rules, steps = 60): { twice: string; events: string[] } | null {
  const random = randomOf(seed)
  const events: string[] = []
  const pool: Transaction[] = []
  let chain: Block[] = []
  let drawn = 0
  let made = 0
  const copies: [Copy, Copy] = [newCopy('A'), newCopy('B')]
  const kept: [Copy[], Copy[]] = [[], []]

  const contractAt = (length: number) => chain[length - 1]?.contract ?? emptyContract
  const confirmedLength = () => Math.max(0, chain.length - confirmations)

  function include(transaction: Transaction, reverts: boolean): void {
    const before = contractAt(chain.length)
    const { contract, verdict } = transaction.mint
      ? execute(before, transaction.mint, reverts, rules)
      : { contract: before, verdict: 'nothing' as const }
    chain.push({ transaction, verdict, contract })
    events.push(`block ${transaction.sequence}: ${transaction.id}, ${verdict}`)
  }

  function sign(copy: Copy, mint: MintCall | null): Transaction {
    const highest = copy.sent.reduce(
      (most, { end, sequence }) => (end === 'dead' ? most : Math.max(most, sequence)),
      -1,
    )
    const transaction = { id: `${copy.name}${made++}`, sequence: Math.max(chain.length, highest + 1), mint }
    copy.sent.push({ ...transaction, end: null })
    pool.push(transaction)
    events.push(`${transaction.id} signed at ${transaction.sequence}: ${mint ? JSON.stringify(mint) : 'other work'}`)
    return transaction
  }

  /** What became of what it signed: an end is final as far as the copy knows. */
  function settle(copy: Copy, length: number): void {
    for (const one of copy.sent) {
      if (one.end !== null || one.sequence >= length) continue
      const block = chain[one.sequence]
      one.end = block?.transaction.id === one.id ? block.verdict : 'dead'
      if (!one.mint) continue
      const members = one.mint.members.map(Number)
      switch (one.end) {
        case 'minted':
          for (const mint of members) copy.minted.add(mint)
          break
        case 'reverted':
        case 'nothing': {
          const group = members.join()
          copy.generations.set(group, (copy.generations.get(group) ?? 0) + 1)
          const ended = copy.session?.ended
          for (const mint of members) ended?.set(mint, [...(ended.get(mint) ?? []), one.mint.job])
          break
        }
        default:
          copy.session = null
      }
    }
  }

  /** Reads back what the contract holds, and draws a writer; null while that must wait. */
  function begin(copy: Copy, length: number, foreign: (block: Block) => boolean): Session | null {
    if (copy.sent.some(({ end, mint }) => end === null && mint) || chain.slice(length).some(foreign)) return null
    const { mark, jobs, minted } = contractAt(length)
    const { writer } = mark
    if (writerStep({ writer, known: copy.writers.has(writer) }) === 'stop') {
      if (random(3)) return null
      events.push(`${copy.name} takes over from ${writer}`)
      copy.writers.add(writer)
    }
    copy.minted = new Set(minted.map(Number))
    const trail = [...jobs.keys()].reduce(folded, noTrail)
    if (trail !== mark.trail) throw new Error('the model folds otherwise than its contract')
    const own = rules.freshEntry || writer === 0 ? ++drawn : writer
    copy.writers.add(own)
    return { expected: writer, trail, writer: own, entry: 'due', entryId: null, ended: new Map() }
  }

  function stateOf(copy: Copy, id: string): { state: string; succeeded: boolean | null } | null {
    const sent = copy.sent.find((one) => one.id === id)
    if (!sent) return null
    if (sent.end !== null) return { state: sent.end === 'minted' ? 'succeeded' : 'failed', succeeded: null }
    const block = chain[sent.sequence]
    return block?.transaction.id === id
      ? { state: 'included', succeeded: block.verdict === 'minted' }
      : { state: 'sent', succeeded: null }
  }

  function fenceOf(session: Session, members: readonly number[], job: string): MintFence | null {
    const { expected, writer, trail } = session
    if (session.entry === 'due') return { expected, writer, trail, replaced: [] }
    const replaced = replacedJobs(members, session.ended, job)
    return replaced && { expected: writer, writer, trail: noTrail, replaced: rules.names ? replaced : [] }
  }

  /** A round of a copy. */
  function round(copy: Copy): void {
    const length = confirmedLength()
    if (length < copy.confirmed) return
    copy.confirmed = length
    settle(copy, length)
    const own = new Set(copy.sent.map(({ id }) => id))
    const foreign = ({ transaction }: Block): boolean => !own.has(transaction.id)
    if (chain.slice(copy.seen).some(foreign)) {
      copy.session = null
      copy.seen = chain.length
    }
    copy.session ??= begin(copy, length, foreign)
    const { session } = copy
    if (session === null) return
    if (random(4) === 0) {
      sign(copy, null)
      return
    }
    const step = fenceStep(session.entry, session.entryId === null ? null : stateOf(copy, session.entryId))
    if (step === 'sign') session.entry = 'done'
    if (step === 'compare') copy.session = null
    if (step === 'sign' || step === 'enter') mintSome(copy, session)
  }

  function mintSome(copy: Copy, session: Session): void {
    const inFlight = new Set(copy.sent.flatMap(({ end, mint }) => (end === null ? (mint?.members ?? []) : [])))
    const members = mints.filter((mint) => !copy.minted.has(mint) && !inFlight.has(String(mint)) && random(3))
    if (members.length === 0) return
    const job = jobOf(members, copy.generations.get(members.join()) ?? 0)
    const fence = fenceOf(session, members, job)
    if (fence === null) {
      copy.session = null
      return
    }
    const { id } = sign(copy, { job, members: members.map(String), fence })
    if (session.entry === 'due') {
      session.entry = 'pending'
      session.entryId = id
    }
  }

  function nextBlock(): void {
    const fitting = pool.filter(({ sequence }) => sequence === chain.length)
    const one = fitting[random(fitting.length || 1)]
    // A higher fee may have been paid for a transaction that does nothing in its place.
    if (one) include(random(8) ? one : { ...one, mint: null }, random(5) === 0)
    else if (pool.some(({ sequence }) => sequence > chain.length) && random(3))
      include({ id: `other ${made++}`, sequence: chain.length, mint: null }, false)
  }

  function reorganise(): void {
    const depth = random(chain.length + 1)
    chain = chain.slice(0, chain.length - depth)
    events.push(`reorganised down to ${chain.length}`)
    if (depth <= confirmations) return
    for (const copy of copies) {
      copy.session = null
      copy.confirmed = 0
      for (const one of copy.sent) if (one.sequence >= chain.length) one.end = null
      copy.minted = new Set(contractAt(confirmedLength()).minted.map(Number))
    }
  }

  /** A copy begins with this database. */
  function open(which: 0 | 1, database: Copy): void {
    copies[which] = { ...structuredClone(database), name: copies[which].name, session: null }
    events.push(`${copies[which].name} opens a database of ${database.sent.length} transactions`)
  }

  for (let step = 0; step < steps; step++) {
    const which = random(2) as 0 | 1
    const what = random(100)
    if (what < 45) round(copies[which])
    else if (what < 80) nextBlock()
    else if (what < 86) reorganise()
    else if (what < 92) open(which, copies[which])
    else if (what < 95) kept[which].push(structuredClone(copies[which]))
    else if (what < 97) {
      const database = kept[which][random(kept[which].length || 1)]
      if (database) open(which, database)
    } else open(which, copies[which === 0 ? 1 : 0])
    const [twice] = doubles(contractAt(chain.length))
    if (twice !== undefined) return { twice, events }
  }
  return null
}

function newCopy(name: string): Copy {
  return {
    name,
    sent: [],
    minted: new Set(),
    writers: new Set(),
    generations: new Map(),
    session: null,
    seen: 0,
    confirmed: 0,
  }
}

const jobs = new Map<string, string>()

/** A job follows from its members and how often they failed together. */
export function jobOf(members: readonly (number | string)[], generation = 0): string {
  const text = `${generation} ${members.join()}`
  const known = jobs.get(text)
  if (known !== undefined) return known
  const job = `0x${createHash('sha256').update(text).digest('hex')}`
  jobs.set(text, job)
  return job
}

const folded = (trail: string, job: string): string => foldTrail(trail, job)

/** Numbers below n, the same ones for the same seed (xorshift). */
function randomOf(seed: number): (n: number) => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0 || 1
  return (n) => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % n
  }
}
