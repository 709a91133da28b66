import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type AnvilProcess, endProcess, signal } from './anvil-process.ts'
import { type Block, sendAgain } from './anvil-rpc.ts'
import { type BlockMaker, startBlockMaker } from './block-maker.ts'
import type { Booted } from './boot.ts'
import type { Behind } from './front.ts'
import { openRecordedChain, type RecordedChain } from './recorded-chain.ts'
import { startSaver } from './saver.ts'

/** A network that is up: an anvil with its record, who makes its blocks, and who saves its state. */
export interface Session extends Behind {
  readonly anvil: AnvilProcess
  readonly chain: RecordedChain
  /** `performance.now()` of its beginning. */
  readonly since: number
  makeBlock(): Promise<Block>
  /** Looks now whether a block is wanted. */
  wake(): void
  /** Saves its state, if anything came since it was saved. */
  save(): Promise<void>
  /** Makes no more blocks, saves its state if that is wanted, and ends anvil. */
  end(how: 'saved' | 'left'): Promise<void>
  /** After anvil ended. */
  clear(): Promise<void>
}

export interface SessionOptions {
  dir: string
  booted: Booted
  log: Logger
  /** Milliseconds between two blocks; `manual`: none are made but by `makeBlock`. */
  blocks: number | 'manual'
  pinBaseFee: boolean
  /** Whether somebody waits for blocks to come. */
  held(): boolean
  /** Told before a block is made, and after it was, however that went. */
  onBlock(moment: 'before' | 'after'): void
  /** Ends the trying to write what the disk does not take. */
  signal: AbortSignal
  /** Told why the record or the state cannot be written, and null when it can again. */
  onFault(of: 'record' | 'state', error: unknown): void
}

/** Ours, milliseconds: what a start may take for doing things again before a state is saved by itself. */
const replayAtMost = 3_000
/** A loaded chain has accounts and storage at its head only; two blocks on, `finalized` can be asked for them again. */
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
  void anvil.ended.then(() => {
    hasEnded = true
  })
  const chain = await openRecordedChain({
    ...{ dir, booted, pinBaseFee: options.pinBaseFee, clock: Date.now },
    record: { onFault: (error) => onFault('record', error), signal: options.signal },
    onBroken(error) {
      isBroken = true
      if (!hasEnded) log.warn({ err: error, dir }, 'anvil may hold what the record lacks; it is started again')
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
  // What waited for a block waits again, unless it cannot be taken any more.
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
      // A call fails before the end of the process is told.
      await (isBroken ? anvil.ended : Promise.race([anvil.ended, wait(endsWithin, undefined, { ref: false })]))
      return hasEnded
    },
    wake: () => maker?.wake(),
    async end(how) {
      if (how === 'saved') {
        await maker?.stop()
        await save().catch((error: unknown) => onFault('state', error))
      }
      await clear()
      await endProcess(anvil.identity)
    },
  }
}

/** Ours, milliseconds: so long after a failed call its process may still be ending. */
const endsWithin = 1_000
