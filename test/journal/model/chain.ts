import type { AnswerKind } from '../../../src/core/journal/steps.ts'

/** What a transaction of the model does: mints a batch under its job, or nothing. */
export interface Job {
  id: string
  mints: readonly string[]
  single: boolean
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
  outcome: 'minted' | 'already-minted' | 'done'
  firstToken: number
}

interface Block {
  number: number
  hash: string
  included: readonly { signed: Signed; receipt: ModelReceipt }[]
  /** Transactions of the signer so far. */
  count: number
  /** Which mint each token is, by token id less one. */
  tokens: readonly string[]
  jobs: ReadonlyMap<string, number>
  batches: readonly { first: number; mints: readonly string[] }[]
}

export const confirmations = 3

/** What goes wrong with one send. */
export type SendFault = 'answer lost' | 'not heard' | 'dropped' | 'twice' | 'rejected' | 'unpaid' | 'limited'

/** A chain and one node of it, in memory and without bytes: what the journal's rules need of one. Blocks never change once they are made. */
export function modelChain() {
  const genesis: Block = {
    ...{ number: 0, hash: '0', included: [], count: 0 },
    ...{ tokens: [], jobs: new Map(), batches: [] },
  }
  const blocks: Block[] = [genesis]
  const pool = new Map<number, Signed>()
  let forks = 0
  const world = {
    baseFee: 10n,
    /** The node sees the chain so many blocks ago. */
    lag: 0,
    /** Receipts appear so many blocks after the block itself. */
    late: 0,
    sendFaults: [] as SendFault[],
    /** So many of the next questions fail. */
    failing: 0,
  }
  const top = () => blocks[blocks.length - 1] as Block
  const seen = () => blocks[Math.max(0, blocks.length - 1 - world.lag)] as Block
  const final = () => blocks[Math.max(0, seen().number - confirmations + 1)] as Block

  function mineOne(includes: boolean): void {
    let { count, tokens, jobs, batches } = top()
    const number = blocks.length
    const hash = `${number}/${forks}`
    const included: { signed: Signed; receipt: ModelReceipt }[] = []
    for (let next = pool.get(count); includes && next && next.max >= world.baseFee; next = pool.get(count)) {
      pool.delete(count)
      count++
      const { job } = next
      const known = job && jobs.get(job.id)
      let outcome: ModelReceipt['outcome'] = 'done'
      let firstToken = known ?? 0
      if (job && known !== undefined) outcome = 'already-minted'
      else if (job) {
        outcome = 'minted'
        firstToken = tokens.length + 1
        tokens = [...tokens, ...job.mints]
        jobs = new Map(jobs).set(job.id, firstToken)
        if (!job.single) batches = [...batches, { first: firstToken, mints: job.mints }]
      }
      included.push({ signed: next, receipt: { blockNumber: number, blockHash: hash, outcome, firstToken } })
    }
    blocks.push({ number, hash, included, count, tokens, jobs, batches })
    for (const sequence of pool.keys()) if (sequence < count) pool.delete(sequence)
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
    /** The first token of a job, or undefined. */
    job: (id: string) => seen().jobs.get(id),
    batches: () => seen().batches,
    minted: () => seen().tokens.length,
    /** What the contract says with its confirmations. */
    finalJob: (id: string) => final().jobs.get(id),
    finalMinted: () => final().tokens.length,
    tokenAt: (token: number) => seen().tokens[token - 1],
    finalTokenAt: (token: number) => final().tokens[token - 1],

    /** The truth: what the canonical chain holds now. */
    tokens: () => top().tokens,
    truth: () => ({ count: top().count, pool: [...pool.keys()] }),

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
    /** The pool keeps what can be included as it is: nothing behind a gap. */
    dropGapped(): void {
      let next = top().count
      while (pool.has(next)) next++
      for (const sequence of pool.keys()) if (sequence > next) pool.delete(sequence)
    },
    /** Something else uses the key: it does nothing and pays far more. */
    spendOutside(ahead: number, name: string): void {
      const sequence = top().count + ahead
      take({ hash: `outside ${name}`, sequence, max: world.baseFee * 50n, priority: world.baseFee * 25n, job: null })
    },
  }
}

export type ModelChain = ReturnType<typeof modelChain>
