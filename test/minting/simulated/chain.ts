import { createHash } from 'node:crypto'
import type { ChainCall } from '../../../src/core/chains/family/call.ts'
import type { ChainBatch, CollectionFacts } from '../../../src/core/chains/family/collections.ts'
import type { Fee } from '../../../src/core/chains/family/fees.ts'
import { foldTrail, type Mark, noTrail } from '../../../src/core/chains/family/fence.ts'
import type { Head } from '../../../src/core/chains/family/network.ts'
import type { Outcome } from '../../../src/core/chains/family/outcome.ts'
import type { Receipt, SendAnswer } from '../../../src/core/chains/family/transactions.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'

/** A signed transaction; its bytes are its own JSON. */
export interface SimulatedTransaction {
  hash: string
  signer: string
  sequence: number
  max: bigint
  priority: bigint
  call: ChainCall
}

/** What a call does: a piece of work, or a step of a deployment. */
export type CallBody = { work: Work } | { deploy: string; supplyLimit: number } | { shared: true }

interface Contract {
  supplyLimit: number
  /** By token id less one. */
  owners: string[]
  mintedBy: string[]
  /** Hosted ones; '' for others. */
  uris: string[]
  /** Of tokens that bear theirs on chain. */
  names: string[]
  jobs: Record<string, number>
  /** What each job was minted as, in order. */
  records: SimulatedRecord[]
  mark: Mark
  /** Who entered, in which block. */
  entries: { writer: number; block: number }[]
  batches: { folder: string; firstTokenId: number; recipients: readonly string[]; txHash: string; block: null }[]
}

type MintWork = Extract<Work, { kind: 'mint-batch' | 'mint-uris' | 'mint-single' }>

/** What a job was minted as. */
export interface SimulatedRecord {
  jobId: string
  work: MintWork
  firstTokenId: number
}

interface State {
  counts: Record<string, number>
  balances: Record<string, bigint>
  contracts: Record<string, Contract>
  shared: boolean
}

interface Block extends Head {
  transactions: SimulatedTransaction[]
  receipts: Receipt[]
  state: State
}

/** What goes wrong with one send. */
export type SendFault =
  /** Taken, and the answer is lost. */
  | 'answer-lost'
  /** Never arrives, and there is no answer. */
  | 'not-heard'
  /** `-32603 internal error`, though it was taken. */
  | 'unclear'
  | 'rate-limited'
  | 'rejected'
  /** Taken, and then dropped by the network. */
  | 'dropped'
  /** Arrives twice; the second answer is the one that comes back. */
  | 'twice'

export interface SimulatedOptions {
  confirmations: number
  /** Deployments revert so many times. */
  failingDeployments?: number
}

const emptyState: State = { counts: {}, balances: {}, contracts: {}, shared: false }

/**
 * An EVM-like chain in memory: accounts with nonces, a mempool with replacement by fee, blocks with a base fee, receipts, collections
 * that keep every job id; and all that goes wrong with such a chain and its RPC. It stands for the outside world only.
 */
export function simulatedChain({ confirmations, failingDeployments = 0 }: SimulatedOptions) {
  const blocks: Block[] = [
    { number: 0, hash: digest('genesis'), transactions: [], receipts: [], state: structuredClone(emptyState) },
  ]
  const pool = new Map<string, SimulatedTransaction>()
  const delayed: SimulatedTransaction[] = []
  let forks = 0
  let deploymentsToFail = failingDeployments
  const world = {
    baseFee: 10n,
    /** Reads see the chain so many blocks ago. */
    lag: 0,
    /** What happens to the next sends, one each. */
    sendFaults: [] as SendFault[],
    /** More mints than these in one transaction are too heavy for it. */
    mostMints: Number.POSITIVE_INFINITY,
    /** What is sent is taken on, and reaches nobody until it is delivered. */
    delayed: false,
    /** The computer is off: nothing gets in or out. */
    down: false,
    /** After so many more calls, so many calls fail. */
    failing: { after: 0, times: 0 },
    /** So many of the next mints revert. */
    reverting: 0,
    /** So many tokens of each collection are bought by strangers before anything else in the next block. */
    purchases: 0,
    /** The node has forgotten the blocks below this one, and their receipts. */
    keepsFrom: 0,
    /** Told before the head's word about a contract's counters or a job of it is given: what is done then is in that word. */
    onRead: (_what: 'counters' | 'job') => {},
    /** Told of every transaction that leaves the machine, before anything else happens to it. */
    onSend: (_transaction: SimulatedTransaction) => {},
  }

  const top = (): Block => blocks[blocks.length - 1] as Block
  const seen = (): Block => blocks[Math.max(0, blocks.length - 1 - world.lag)] as Block
  const slot = (signer: string, sequence: number) => `${signer} ${sequence}`

  function mineOne(includes: boolean): void {
    const state = structuredClone(top().state)
    const number = blocks.length
    const hash = digest(`block ${number} ${forks} ${top().hash}`)
    const transactions: SimulatedTransaction[] = []
    const receipts: Receipt[] = []
    for (; world.purchases > 0; world.purchases--) for (const contract of Object.values(state.contracts)) buy(contract)
    for (const signer of includes ? new Set([...pool.values()].map((one) => one.signer)) : [])
      for (;;) {
        const next = pool.get(slot(signer, state.counts[signer] ?? 0))
        const price = next && min(next.max, world.baseFee + next.priority)
        const cost = next && price ? BigInt(next.call.weight) * price : 0n
        if (!next || next.max < world.baseFee) break
        if (cost + BigInt(next.call.value) > (state.balances[signer] ?? 0n)) break
        pool.delete(slot(signer, next.sequence))
        state.counts[signer] = next.sequence + 1
        state.balances[signer] = (state.balances[signer] ?? 0n) - cost - BigInt(next.call.value)
        const detail = execute(state, next, number)
        const ok = detail.kind === 'minted' || detail.kind === 'done'
        transactions.push(next)
        receipts.push({
          hash: next.hash,
          blockNumber: number,
          blockHash: hash,
          ok,
          used: BigInt(next.call.weight),
          fee: cost,
          detail,
        })
      }
    blocks.push({ number, hash, transactions, receipts, state })
    for (const [key, one] of pool) if (one.sequence < (state.counts[one.signer] ?? 0)) pool.delete(key)
  }

  function execute(state: State, transaction: SimulatedTransaction, number: number): Outcome {
    const body = bodyOf(transaction.call)
    if ('work' in body && body.work.kind.startsWith('mint') && world.reverting > 0) {
      world.reverting--
      return { kind: 'failed', code: 'chain.reverted', message: 'reverted' }
    }
    if ('work' in body) return apply(state, body.work, transaction.hash, number)
    if (deploymentsToFail > 0) {
      deploymentsToFail--
      return { kind: 'failed', code: 'chain.reverted', message: 'reverted' }
    }
    if ('shared' in body) state.shared = true
    else
      state.contracts[body.deploy] ??= {
        supplyLimit: body.supplyLimit,
        owners: [],
        mintedBy: [],
        uris: [],
        names: [],
        jobs: {},
        records: [],
        mark: { writer: 0, trail: noTrail },
        entries: [],
        batches: [],
      }
    return { kind: 'done' }
  }

  /** Takes a transaction into the pool as a node does. */
  function take(transaction: SimulatedTransaction): SendAnswer {
    const { state } = top()
    const { signer, sequence } = transaction
    if (blocks.some(({ receipts }) => receipts.some(({ hash }) => hash === transaction.hash))) return { kind: 'known' }
    if (sequence < (state.counts[signer] ?? 0)) return { kind: 'sequence-used' }
    const held = pool.get(slot(signer, sequence))
    if (held?.hash === transaction.hash) return { kind: 'known' }
    if (held && (transaction.max * 10n < held.max * 11n || transaction.priority * 10n < held.priority * 11n))
      return { kind: 'underpriced' }
    if (transaction.max < world.baseFee) return { kind: 'underpriced' }
    const { weight, value } = transaction.call
    if (BigInt(weight) * transaction.max + BigInt(value) > (state.balances[signer] ?? 0n))
      return { kind: 'insufficient-funds', message: 'insufficient funds for gas * price + value' }
    pool.set(slot(signer, sequence), transaction)
    return { kind: 'accepted' }
  }

  function sendOne(raw: `0x${string}`): SendAnswer {
    const transaction = decode(raw)
    world.onSend(transaction)
    if (world.delayed) {
      delayed.push(transaction)
      return { kind: 'accepted' }
    }
    const fault = world.sendFaults.shift()
    if (fault === 'not-heard') return { kind: 'unclear', message: 'fetch failed' }
    if (fault === 'rate-limited') return { kind: 'rate-limited' }
    if (fault === 'rejected') return { kind: 'rejected', message: 'intrinsic gas too low' }
    const answer = take(transaction)
    if (fault === 'dropped') pool.delete(slot(transaction.signer, transaction.sequence))
    if (fault === 'answer-lost') return { kind: 'unclear', message: 'timeout' }
    if (fault === 'unclear') return { kind: 'unclear', message: '-32603: internal error' }
    if (fault === 'twice') return take(transaction)
    return answer
  }

  function canonical(hash: string, from: Block[]): Receipt | undefined {
    for (const { receipts } of from) for (const receipt of receipts) if (receipt.hash === hash) return receipt
    return undefined
  }

  const chain = {
    world,
    confirmations,
    send: (raws: readonly `0x${string}`[]): SendAnswer[] => raws.map(sendOne),
    head: (): Head => ({ number: seen().number, hash: seen().hash }),
    finalized(): Head {
      const block = blocks[Math.max(0, blocks.length - confirmations)] as Block
      return { number: block.number, hash: block.hash }
    },
    genesis: () => (blocks[0] as Block).hash,
    count: (signer: string, block?: number) =>
      ((block === undefined ? seen() : blocks[block])?.state ?? emptyState).counts[signer] ?? 0,
    balance: (signer: string) => seen().state.balances[signer] ?? 0n,
    receipt: (hash: string): Receipt | undefined => canonical(hash, blocks.slice(world.keepsFrom, seen().number + 1)),
    /** What the node says that a block holds; nothing of those that it has not seen. */
    held(number: number): { hash: string; transactions: string[] } | undefined {
      const block = number > seen().number || number < world.keepsFrom ? undefined : blocks[number]
      return block && { hash: block.hash, transactions: block.transactions.map(({ hash }) => hash) }
    },
    contract: (address: string, block?: number): Contract | undefined =>
      (block === undefined ? seen() : blocks[block])?.state.contracts[address],
    hasShared: () => seen().state.shared,
    /** What the work would do now, with nothing done. */
    attempt: (work: Work): Outcome => apply(structuredClone(seen().state), work, '', seen().number + 1),
    batch: (address: string, index: number): ChainBatch | undefined => seen().state.contracts[address]?.batches[index],

    /** Makes blocks. */
    mine(count = 1, includes = true): void {
      for (let made = 0; made < count; made++) mineOne(includes)
    },
    /** Replaces the last blocks with one more than they were. What was in them is pending again, or gone with `drop`. */
    reorganise(depth: number, { drop, includes }: { drop: boolean; includes: boolean }): void {
      const gone = blocks.splice(Math.max(1, blocks.length - depth))
      forks++
      if (!drop)
        for (const { transactions } of gone)
          for (const one of transactions)
            if (!pool.has(slot(one.signer, one.sequence))) pool.set(slot(one.signer, one.sequence), one)
      for (let made = 0; made <= gone.length; made++) mineOne(includes)
    },
    /** The network loses its last blocks, with what was in them and what is pending. */
    lose(count: number): void {
      blocks.splice(Math.max(1, blocks.length - count))
      forks++
      pool.clear()
    },
    /** How many blocks the last one is above the last one that had so few transactions of a signer. */
    blocksSince(signer: string, count: number): number {
      return blocks.length - 1 - blocks.findLastIndex(({ state }) => (state.counts[signer] ?? 0) <= count)
    },
    /** What was delayed arrives, newest first: who replaces whom is then as it was not meant. */
    deliver(): void {
      for (const transaction of delayed.splice(0).reverse()) take(transaction)
    },
    /** The pool forgets what it holds. */
    dropPool: () => pool.clear(),
    pending: () => [...pool.values()],
    setBalance(signer: string, amount: bigint): void {
      for (const { state } of blocks) state.balances[signer] = amount
    },
    /** Someone else uses the key: a transaction that does nothing, and that pays far more where nothing else is said. */
    spendExternally(
      signer: string,
      sequence: number,
      fee: Fee = { max: world.baseFee * 50n, priority: world.baseFee * 25n },
    ): void {
      const call: ChainCall = { to: signer, data: encodeBody({ work: { kind: 'fill' } }), value: '0', weight: '21000' }
      take(decode(encode({ signer, sequence, max: fee.max, priority: fee.priority, call })))
    },
    /** The transaction that used this sequence, as the node sees the chain. */
    usedBy: (signer: string, sequence: number): string | null =>
      blocks
        .slice(0, seen().number + 1)
        .flatMap(({ transactions }) => transactions)
        .find((one) => one.signer === signer && one.sequence === sequence)?.hash ?? null,
    /** What was changed after minting, in the order of the chain. */
    updates: (): Extract<Work, { kind: 'update' }>[] =>
      blocks.flatMap(({ transactions }) =>
        transactions.flatMap(({ call }) => {
          const body = bodyOf(call)
          return 'work' in body && body.work.kind === 'update' ? [body.work] : []
        }),
      ),
    /** Every token of every collection: who got it. */
    tokens: (): { contract: string; tokenId: number; owner: string }[] =>
      Object.entries(top().state.contracts).flatMap(([contract, { owners }]) =>
        owners.map((owner, index) => ({ contract, tokenId: index + 1, owner })),
      ),
  }
  return chain
}

function buy({ owners, mintedBy, uris }: Contract): void {
  owners.push(`bought ${owners.length + 1}`)
  mintedBy.push('')
  uris.push('')
}

/** Whether a token with this owner was bought. */
export function isBought(owner: string): boolean {
  return owner.startsWith('bought ')
}

export type SimulatedChain = ReturnType<typeof simulatedChain>

function apply(state: State, work: Work, txHash: string, block: number): Outcome {
  if (work.kind === 'fill') return { kind: 'done' }
  // Of NFTs that it does not keep: what counts is whose transactions there are.
  if (work.kind === 'transfer' || work.kind === 'revoke') return { kind: 'done' }
  if (work.kind === 'fund') {
    state.balances[work.account] = (state.balances[work.account] ?? 0n) + BigInt(work.amount)
    return { kind: 'done' }
  }
  const contract = state.contracts[work.contract]
  if (!contract) return { kind: 'failed', code: 'chain.reverted', message: 'there is no contract' }
  if (work.kind === 'mint-tokens') return mintTokens(contract, work, txHash)
  if (work.kind === 'mint-copies') throw new Error('the simulated chain has no semi-fungible collections')
  if (!('jobId' in work) || work.kind === 'burn') return { kind: 'done' }
  const known = contract.jobs[work.jobId]
  if (known !== undefined) return { kind: 'already-minted', firstTokenId: known }
  const fenced = refusedBy(contract, work)
  if (fenced) return fenced
  const recipients = (work.kind === 'mint-single' ? [work.recipient] : work.recipients).map((one) => one.toLowerCase())
  const room = contract.supplyLimit === 0 ? Infinity : contract.supplyLimit - contract.owners.length
  if (recipients.length > room || recipients.length === 0)
    return { kind: 'failed', code: 'supply.reached', message: `The collection's supply limit leaves room for ${room}.` }
  if (work.kind === 'mint-batch' && work.sorted && recipients.join() !== recipients.toSorted().join())
    return { kind: 'failed', code: 'chain.reverted', message: 'NotSorted()' }
  const firstTokenId = contract.owners.length + 1
  contract.jobs[work.jobId] = firstTokenId
  contract.records.push({ jobId: work.jobId, work, firstTokenId })
  const writer = work.fence?.writer ?? 0
  if (writer !== contract.mark.writer) contract.entries.push({ writer, block })
  contract.mark = { writer, trail: foldTrail(contract.mark.trail, work.jobId) }
  contract.owners.push(...recipients)
  contract.mintedBy.push(...recipients.map(() => txHash))
  contract.uris.push(...(work.kind === 'mint-uris' ? work.uris : recipients.map(() => '')))
  if (work.kind !== 'mint-single')
    contract.batches.push({
      folder: work.kind === 'mint-batch' ? work.folder : '',
      firstTokenId,
      recipients,
      txHash,
      block: null,
    })
  return { kind: 'minted', firstTokenId }
}

/** Where no contract knows jobs, whatever is included is minted. */
function mintTokens(contract: Contract, { tokens }: Extract<Work, { kind: 'mint-tokens' }>, txHash: string): Outcome {
  const firstTokenId = contract.owners.length + 1
  contract.owners.push(...tokens.map(({ recipient }) => recipient.toLowerCase()))
  contract.mintedBy.push(...tokens.map(() => txHash))
  contract.uris.push(...tokens.map(({ uri }) => uri))
  contract.names.push(...tokens.map(({ name }) => name))
  return { kind: 'minted', firstTokenId, addresses: tokens.map((_, place) => tokenAddress(firstTokenId + place)) }
}

/** The own address of a token, where it has one. */
export function tokenAddress(tokenId: number): string {
  return digest(`token ${tokenId}`)
}

/** The contract's fence, in the order of its checks; null: it lets the call pass. */
function refusedBy(contract: Contract, { fence }: MintWork): Outcome | null {
  const { expected, writer, trail, replaced } = fence ?? { expected: 0, writer: 0, trail: noTrail, replaced: [] }
  if (contract.mark.writer !== expected) return { kind: 'another-writer', stored: contract.mark.writer }
  if (expected !== writer && contract.mark.trail !== trail) return { kind: 'another-history' }
  for (const job of replaced) {
    const firstTokenId = contract.jobs[job]
    if (firstTokenId !== undefined) return { kind: 'replaced-minted', job, firstTokenId }
  }
  return null
}

/** The calls that bring a collection into being: what all share first, then the collection itself. */
export function deploymentOf(chain: SimulatedChain, facts: CollectionFacts, address: string): ChainCall[] {
  if (chain.contract(address)) return []
  const body: CallBody = chain.hasShared() ? { deploy: address, supplyLimit: facts.supplyLimit } : { shared: true }
  return [{ to: null, data: encodeBody(body), value: '0', weight: '1000000' }]
}

export function encodeBody(body: CallBody): string {
  return `0x${Buffer.from(JSON.stringify(body)).toString('hex')}`
}

export function bodyOf(call: Pick<ChainCall, 'data'>): CallBody {
  return JSON.parse(Buffer.from(call.data.slice(2), 'hex').toString()) as CallBody
}

/** Signed bytes: JSON of everything that was signed. */
export function encode({ signer, sequence, max, priority, call }: Omit<SimulatedTransaction, 'hash'>): `0x${string}` {
  const text = JSON.stringify([signer, sequence, max.toString(), priority.toString(), call])
  return `0x${Buffer.from(text).toString('hex')}`
}

export function decode(raw: `0x${string}`): SimulatedTransaction {
  const [signer, sequence, max, priority, call] = JSON.parse(Buffer.from(raw.slice(2), 'hex').toString()) as [
    string,
    number,
    string,
    string,
    ChainCall,
  ]
  return { hash: digest(raw), signer, sequence, max: BigInt(max), priority: BigInt(priority), call }
}

export function feeOf(baseFee: bigint): Fee {
  return { max: baseFee * 2n + 1n, priority: 1n }
}

export function digest(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
