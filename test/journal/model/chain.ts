import type { AnswerKind } from '../../../src/core/journal/steps.ts'
import { type ContractRules, commit, contractRules, type Deed, isBought } from './adversary.ts'
import { emptyContract, execute, type MarkedContract, type MintCall, type Verdict } from './marked-contract.ts'

/** Two collections that one signer mints into. */
export type Collection = 0 | 1
export const collections = [0, 1] as const

/** What a transaction of the model does: mints a batch under its job, or nothing. */
export interface Job extends MintCall {
  collection: Collection
}

export interface Signed {
  hash: string
  sequence: number
  max: bigint
  priority: bigint
  job: Job | null
}

export interface ModelReceipt {
  blockNumber: number
  blockHash: string
  outcome: Verdict | 'done'
  firstToken: number
}

type Contracts = readonly [MarkedContract, MarkedContract]

interface Block {
  number: number
  hash: string
  included: readonly { signed: Signed; receipt: ModelReceipt }[]
  /** Transactions of the signer so far. */
  count: number
  contracts: Contracts
}

export const confirmations = 3

/** What goes wrong with one send. */
export type SendFault = 'answer lost' | 'not heard' | 'dropped' | 'twice' | 'rejected' | 'unpaid' | 'limited'

/** What somebody does before each of our transactions, until he does something else. */
export interface Adversary {
  deeds: readonly Deed[]
  into: Collection
}

/** Recipients who refuse what they are given, when they like to: then a call that brings them something reverts. */
export const isHostile = (mint: string) => mint.endsWith('-1') || mint.endsWith('9')

/** A chain and one node of it, in memory and without bytes: what the journal's rules need of one. Blocks never change once they are made. */
export function modelChain(rules: ContractRules = contractRules) {
  const genesis: Block = {
    ...{ number: 0, hash: '0', included: [], count: 0 },
    contracts: [emptyContract, emptyContract],
  }
  const blocks: Block[] = [genesis]
  const pool = new Map<number, Signed>()
  let forks = 0
  let seenLast: Job | null = null
  const world = {
    baseFee: 10n,
    /** The node sees the chain so many blocks ago. */
    lag: 0,
    /** Receipts appear so many blocks after the block itself. */
    late: 0,
    sendFaults: [] as SendFault[],
    /** So many of the next questions fail. */
    failing: 0,
    adversary: { deeds: [], into: 0 } as Adversary,
    /** Hostile recipients refuse now. */
    refusing: false,
  }
  const top = () => blocks[blocks.length - 1] as Block
  const seen = () => blocks[Math.max(0, blocks.length - 1 - world.lag)] as Block
  const final = () => blocks[Math.max(0, seen().number - confirmations + 1)] as Block

  function mineOne(includes: boolean): void {
    let { count, contracts } = top()
    const number = blocks.length
    const hash = `${number}/${forks}`
    const included: { signed: Signed; receipt: ModelReceipt }[] = []
    // He sees all that waits, and the last of ours where nothing does.
    const waiting = [...pool.values()].flatMap(({ job }) => job ?? [])
    for (const job of waiting.length > 0 ? waiting : [seenLast]) if (job) contracts = goesBefore(contracts, job)
    for (let next = pool.get(count); includes && next && next.max >= world.baseFee; next = pool.get(count)) {
      pool.delete(count)
      count++
      const { job } = next
      const receipt: ModelReceipt = { blockNumber: number, blockHash: hash, outcome: 'done', firstToken: 0 }
      if (job) {
        contracts = goesBefore(contracts, job)
        const { contract, verdict } = execute(contracts[job.collection], job, reverts(job), rules)
        contracts = put(contracts, job.collection, contract)
        Object.assign(receipt, { outcome: verdict, firstToken: contract.jobs.get(job.job) ?? 0 })
      }
      included.push({ signed: next, receipt })
    }
    blocks.push({ number, hash, included, count, contracts })
    for (const sequence of pool.keys()) if (sequence < count) pool.delete(sequence)
  }

  function goesBefore(contracts: Contracts, job: Job): Contracts {
    seenLast = job
    const { deeds, into } = world.adversary
    return put(
      contracts,
      into,
      deeds.reduce((contract, deed) => commit(contract, deed, job, rules), contracts[into]),
    )
  }

  /** Who is given something instead of a hostile recipient is not hostile. */
  function reverts({ members, contents = [], collection }: Job): boolean {
    const refuses = (mint: string, place: number) => isHostile(mint) && (contents[place] ?? 0) === 0
    return world.refusing && collection === 1 && members.some(refuses)
  }

  /** Takes a transaction into the pool as a node does. */
  function take(signed: Signed): AnswerKind {
    if (blocks.some(({ included }) => included.some((one) => one.signed.hash === signed.hash))) return 'known'
    if (signed.sequence < top().count) return 'sequence-used'
    const held = pool.get(signed.sequence)
    if (held?.hash === signed.hash) return 'known'
    if (held && (signed.max * 10n < held.max * 11n || signed.priority * 10n < held.priority * 11n)) return 'underpriced'
    if (signed.max < world.baseFee) return 'underpriced'
    pool.set(signed.sequence, signed)
    return 'accepted'
  }

  return {
    world,
    send(signed: Signed): AnswerKind {
      const fault = world.sendFaults.shift()
      if (fault === 'not heard') return 'unclear'
      if (fault === 'limited') return 'rate-limited'
      if (fault === 'rejected') return 'rejected'
      if (fault === 'unpaid') return 'insufficient-funds'
      const answer = take(signed)
      if (fault === 'dropped') pool.delete(signed.sequence)
      if (fault === 'answer lost') return 'unclear'
      return fault === 'twice' ? take(signed) : answer
    },
    head: () => seen().number,
    /** The last block with its confirmations. */
    final: () => ({ number: final().number, hash: final().hash }),
    /** Hash of the block that the node has at a height; undefined above its head. */
    hashAt: (number: number) => (number > seen().number ? undefined : (blocks[number] as Block).hash),
    count: () => seen().count,
    /** What the chain had included of the signer with its confirmations. */
    finalCount: () => final().count,
    pendingCount(): number {
      let next = seen().count
      while (pool.has(next)) next++
      return next
    },
    receipt(hash: string): ModelReceipt | undefined {
      const last = seen().number - world.late
      for (let number = 0; number <= last; number++)
        for (const { signed, receipt } of (blocks[number] as Block).included) if (signed.hash === hash) return receipt
      return undefined
    },
    /** A collection's contract at the node's head, and with its confirmations. */
    contract: (collection: Collection) => seen().contracts[collection],
    finalContract: (collection: Collection) => final().contracts[collection],
    /** What the node says to a call before it is signed. */
    estimate: (job: Job) => execute(seen().contracts[job.collection], job, reverts(job), rules).verdict,

    /** The truth: what the canonical chain holds now. */
    tokens: (collection: Collection) => top().contracts[collection].minted,
    truth: () => ({ head: top().number, count: top().count, pool: [...pool.keys()] }),

    mine(count = 1, includes = true): void {
      for (let made = 0; made < count; made++) mineOne(includes)
    },
    /** Replaces the last blocks with one more than they were; what was in them is pending again, or gone with `drop`. */
    reorganise(depth: number, drop: boolean, includes: boolean): void {
      const gone = blocks.splice(Math.max(1, blocks.length - depth))
      forks++
      if (!drop)
        for (const { included } of gone)
          for (const { signed } of included) if (!pool.has(signed.sequence)) pool.set(signed.sequence, signed)
      for (let made = 0; made <= gone.length; made++) mineOne(includes)
    },
    dropPool: () => pool.clear(),
    /** Something else uses the key: it does nothing and pays far more. */
    spendExternally(ahead: number, name: string): void {
      const sequence = top().count + ahead
      take({ hash: `outside ${name}`, sequence, max: world.baseFee * 50n, priority: world.baseFee * 25n, job: null })
    },
  }
}

function put(contracts: Contracts, at: Collection, contract: MarkedContract): Contracts {
  return at === 0 ? [contract, contracts[1]] : [contracts[0], contract]
}

/** How many tokens a contract minted that nobody bought: what a journal may account for. */
export function ownTokens({ minted }: Pick<MarkedContract, 'minted'>): number {
  return minted.reduce((sum, token) => (isBought(token) ? sum : sum + 1), 0)
}

export type ModelChain = ReturnType<typeof modelChain>
