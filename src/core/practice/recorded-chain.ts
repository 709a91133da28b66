import type { Address, Hash, Hex } from 'viem'
import { practiceBaseFee } from './anvil-process.ts'
import type { AnvilRpc, Block } from './anvil-rpc.ts'
import type { Booted } from './boot.ts'
import type { RecordEntry } from './record-entries.ts'
import { createRecord, openRecord, type RecordFile, type RecordFileOptions } from './record-file.ts'
import { recordFile, removeOld, saveState } from './state-files.ts'
import { openTurnstile } from './turnstile.ts'

/** Anvil's answer to a body with transactions, and which of them it took. */
export interface Taken {
  answer: string
  taken: { hash: Hash; raw: Hex }[]
  /** Whether anvil refused a transaction, which it may have already. */
  refused: boolean
}

/** One anvil, and the record of every change of its chain. No change becomes visible to a caller before it is on disk. */
export interface RecordedChain {
  readonly head: Booted['head']
  /** Forwards transactions; resolves when those that anvil took are on record. If it refused one, all changes under way are on record, too. */
  send(forward: () => Promise<Taken>): Promise<string>
  makeBlock(): Promise<Block>
  /** Changes an account's balance. @param balanceOf maps the old balance to the new one; nothing is done if they are equal */
  setBalance(address: Address, balanceOf: (before: bigint) => bigint): Promise<void>
  /** Resolves when all that anvil's answers up to now can reveal is on record. @throws when that fails, since anvil must be ended then */
  settled(): Promise<void>
  /** About how many milliseconds a start needs to replay what came after the newest saved state. */
  costOfReplay(): number
  /** Saves the state, and begins another record. */
  save(): Promise<void>
  /** Resolves when every entry is on disk, or cannot be written. */
  close(): Promise<void>
}

export interface RecordedChainOptions {
  dir: string
  booted: Booted
  /** Whether the base fee stays at 1 gwei whatever the blocks hold; otherwise it moves by EIP-1559. */
  pinBaseFee: boolean
  clock: () => number
  /** See `RecordFileOptions`. */
  record: Omit<RecordFileOptions, 'retryMs'>
  /** Called when this anvil may hold what the record lacks: it must be ended, and the chain begins again from the record. */
  onBroken(error: unknown): void
}

/** Ours, measured: milliseconds to replay a call, and a block without transactions. */
const callAgain = 0.5
const blockAgain = 4

/** Goes on with a chain that was brought up, and its record. */
export async function openRecordedChain(options: RecordedChainOptions): Promise<RecordedChain> {
  const { dir, booted, pinBaseFee, clock, onBroken } = options
  const { rpc, waiting, beginning } = booted
  const turnstile = openTurnstile()
  const underWay = new Set<Promise<unknown>>()
  let { number } = booted.record
  let record: RecordFile = await openRecord(recordFile(dir, number), booted.record.end, options.record)
  let { head } = booted
  let cost = booted.blocks * blockAgain + booted.transactions * callAgain
  let broken: { error: unknown } | undefined

  /** Counts a change as under way until it is on disk. If writing fails, nobody knows what the anvil holds. */
  const change = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = work().catch((error: unknown) => {
      broken ??= { error }
      onBroken(error)
      throw error
    })
    underWay.add(mine)
    const leave = () => underWay.delete(mine)
    mine.then(leave, leave)
    return mine
  }
  const settled = async (): Promise<void> => {
    if (underWay.size > 0) await Promise.allSettled([...underWay])
    if (broken) throw broken.error
  }
  const alone = <T>(work: () => Promise<{ result: T; entries: RecordEntry[] }>): Promise<T> =>
    change(async () => {
      // The next work waits until this is queued for the record, not until it is on disk: the disk keeps the order.
      const { result, written } = await turnstile.alone(async () => {
        const { result, entries } = await work()
        return { result, written: record.append(entries) }
      })
      await written
      return result
    })

  return {
    get head() {
      return head
    },
    async send(forward) {
      const { answer, refused } = await change(async () => {
        const { written, ...sent } = await turnstile.together(async () => {
          const sent = await forward()
          for (const { hash, raw } of sent.taken) waiting.set(hash, raw)
          cost += sent.taken.length * callAgain
          return { ...sent, written: record.append(sent.taken.map((one) => ({ kind: 'transaction', ...one }))) }
        })
        await written
        return sent
      })
      // "Already known" must not be answered before the known transaction is on disk, either.
      if (refused) await settled()
      return answer
    },
    makeBlock: () =>
      alone(async () => {
        const begun = performance.now()
        // Never before the previous block, however this machine's clock is set.
        const { time } = await rpc.block('latest')
        await rpc.mine(Math.max(Math.floor(clock() / 1000), time, booted.clock))
        const block = await rpc.block('latest')
        if (pinBaseFee) await rpc.setNextBaseFee(practiceBaseFee)
        head = block
        for (const hash of block.transactions) waiting.delete(hash)
        cost += Math.max(blockAgain, Math.ceil(performance.now() - begun))
        return { result: block, entries: [{ kind: 'block', ...block, baseFee: block.baseFee.toString() }] }
      }),
    setBalance: (address, balanceOf) =>
      alone(async () => {
        const before = await rpc.balance(address)
        const balance = balanceOf(before)
        if (balance === before) return { result: undefined, entries: [] }
        await rpc.setBalance(address, balance)
        cost += callAgain
        return { result: undefined, entries: [{ kind: 'funding', address, balance: balance.toString() }] }
      }),
    settled,
    costOfReplay: () => cost,
    async save() {
      const next = number + 1
      const state = await turnstile.alone(async () => {
        await record.written()
        await forgetDropped(rpc, waiting)
        // An anvil that hangs is found here: how long it takes for its state, nobody knows.
        await rpc.block('latest')
        const body = await rpc.dumpState()
        const rest = Array.from(waiting, ([hash, raw]): RecordEntry => ({ kind: 'transaction', hash, raw }))
        const first = { number: head.number, hash: head.hash, time: head.time }
        try {
          const end = await createRecord(recordFile(dir, next), [{ ...beginning, head: first }, ...rest])
          const last = record
          record = await openRecord(recordFile(dir, next), end, options.record)
          await last.close()
        } catch (error) {
          body.destroy()
          throw error
        }
        number = next
        return body
      })
      const before = cost
      await saveState(dir, next, state)
      await removeOld(dir)
      cost -= before
    },
    close: () => record.close(),
  }
}

/** Forgets waiting transactions that another one has replaced. */
async function forgetDropped(rpc: AnvilRpc, waiting: Booted['waiting']): Promise<void> {
  for (const hash of [...waiting.keys()]) if (!(await rpc.isKnown(hash))) waiting.delete(hash)
}
