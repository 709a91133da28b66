import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type AnvilProcess, endProcess, signal } from './anvil-process.ts'
import { type Block, sendAgain } from './anvil-rpc.ts'
import { type BlockMaker, startBlockMaker } from './block-maker.ts'
import type { Booted } from './boot.ts'
import type { Behind } from './front.ts'
import { openRecordedChain, type RecordedChain } from './recorded-chain.ts'
import { startSaver } from './saver.ts'

/** A network that is up: an anvil with its record, its block maker, and its saver. */
export interface Session extends Behind {
  readonly anvil: AnvilProcess
  readonly chain: RecordedChain
  /** `performance.now()` of its beginning. */
  readonly since: number
  makeBlock(): Promise<Block>
  /** Looks now whether a block is wanted. */
  wake(): void
  /** Saves the state if anything has changed since the last save. */
  save(): Promise<void>
  /** Makes no more blocks, saves the state if `how` is `saved`, and ends anvil. */
  end(how: 'saved' | 'left'): Promise<void>
  /** Cleans up after anvil ended. */
  clear(): Promise<void>
}

export interface SessionOptions {
  dir: string
  booted: Booted
  log: Logger
  /** Milliseconds between two blocks; `manual`: only `makeBlock` makes blocks. */
  blocks: number | 'manual'
  pinBaseFee: boolean
  /** Whether someone waits for blocks. */
  held(): boolean
  /** Called before a block is made, and after it, whether or not it was made. */
  onBlock(moment: 'before' | 'after'): void
  /** Stops the retries of a failed write. */
  signal: AbortSignal
  /** Called with the reason why the record or the state cannot be written, and with null when it can again. */
  onFault(of: 'record' | 'state', error: unknown): void
}

/** Ours, milliseconds: how long a start's replay may take before the state is saved by itself. */
const replayAtMost = 3_000
/** A loaded chain has accounts and storage at its head only. After two more blocks, `finalized` names a block that has them. */
const blocksToFinalized = 2

/**
 * Goes on with a network that was brought up.
 * @throws the system's error when its record cannot be written; anvil is ended then
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  try {
    return await goOn(options)
  } catch (error) {
    await options.booted.rpc.close()
    await endProcess(options.booted.anvil.identity, 0)
    throw error
  }
}

async function goOn(options: SessionOptions): Promise<Session> {
  const { dir, booted, log, onBlock, onFault } = options
  const { anvil, rpc } = booted
  let isBroken = false
  let hasEnded = false
  let isLeft = false
  void anvil.ended.then(() => {
    hasEnded = true
  })
  const chain = await openRecordedChain({
    ...{ dir, booted, pinBaseFee: options.pinBaseFee, clock: Date.now },
    record: { onFault: (error) => onFault('record', error), signal: options.signal },
    onBroken(error) {
      isBroken = true
      if (!hasEnded && !isLeft)
        log.warn({ err: error, dir }, 'anvil may hold what the record lacks; it is started again')
      signal(anvil.identity.pid, 'SIGKILL')
    },
  })
  const saver = startSaver(
    async () => {
      await chain.save()
      onFault('state', null)
    },
    (error) => onFault('state', error),
  )
  const saveInTime = () => {
    if (chain.costOfReplay() >= replayAtMost) saver.changed()
  }
  const makeBlock = async (): Promise<Block> => {
    onBlock('before')
    try {
      return await chain.makeBlock()
    } finally {
      onBlock('after')
      saveInTime()
    }
  }
  if (booted.beginning.head.number > 0)
    for (let { blocks } = booted; blocks < blocksToFinalized; blocks += 1) await makeBlock()
  // Transactions that waited for a block wait again, unless anvil no longer takes them.
  for (const [hash, raw] of booted.waiting) if (!(await sendAgain(rpc, raw))) booted.waiting.delete(hash)
  saveInTime()
  const maker: BlockMaker | undefined =
    options.blocks === 'manual'
      ? undefined
      : startBlockMaker({
          intervalMs: options.blocks,
          held: options.held,
          pending: rpc.pending,
          mine: async () => (await makeBlock()).transactions.length,
          onError: (error) => log.debug({ err: error, dir }, 'no block could be made'),
        })
  const save = async () => {
    if (chain.costOfReplay() > 0) saver.changed()
    await saver.flush()
  }
  const clear = async () => {
    await Promise.all([maker?.stop(), saver.stop(), chain.close()])
    await rpc.close()
  }

  return {
    ...{ anvil, rpc, chain, makeBlock, save, clear, since: performance.now() },
    async hasEnded() {
      // A call fails before the end of the process is reported.
      await (isBroken ? anvil.ended : Promise.race([anvil.ended, wait(endsWithin, undefined, { ref: false })]))
      return hasEnded
    },
    wake: () => maker?.wake(),
    async end(how) {
      if (how === 'saved') {
        await maker?.stop()
        await save().catch((error: unknown) => onFault('state', error))
      } else {
        // Not asked to end: work under way would be waited for, and an anvil that hangs never ends it.
        isLeft = true
        signal(anvil.identity.pid, 'SIGKILL')
      }
      await clear()
      await endProcess(anvil.identity)
    },
  }
}

/** Ours, milliseconds: how long the process may still be ending after a failed call. */
const endsWithin = 1_000
