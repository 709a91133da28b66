import { setTimeout as wait } from 'node:timers/promises'
import type { Hash } from 'viem'
import { chainLabel, type EvmChain } from '../../shared/chains.ts'
import { CoreError } from '../errors.ts'
import { takeTurns } from '../turns.ts'
import { findAnvil } from './anvil-binary.ts'
import { type AnvilProcess, endProcess, practiceBaseFee, signal } from './anvil-process.ts'
import { type BlockMaker, startBlockMaker } from './block-maker.ts'
import { boot } from './boot.ts'
import { fetchDump } from './dump.ts'
import { removeOwner } from './owner-file.ts'
import type { AnvilClient } from './rpc.ts'
import { type Saver, startSaver } from './saver.ts'
import { forgetStates, saveState } from './state-files.ts'
import type { PracticeNetwork, PracticeNetworkOptions, PracticeState, PracticeStatus, UpNetwork } from './types.ts'

type Session = { anvil: AnvilProcess; up: UpNetwork; blocks: BlockMaker | undefined; saver: Saver; since: number }

/** Milliseconds before each further attempt to start an anvil that died; the last one repeats. */
const restartAfter = [0, 500, 2000, 10_000, 30_000] as const
/** A session that lasted so long was a healthy one: the next attempt comes at once. */
const healthyAfter = 30_000

/** Opens the practice network kept in a folder. Nothing runs before its first use. */
export function openPracticeNetwork(options: PracticeNetworkOptions): PracticeNetwork {
  const { chain, chainId, stateDir, log, onChange, blocks = 1000, pinBaseFee = true } = options
  const inTurn = takeTurns()
  const closing = new AbortController()
  let state: PracticeState = 'idle'
  let reason: string | undefined
  let bootNotice: string | undefined
  let saveNotice: string | undefined
  let genesis: Hash | null = null
  let session: Session | undefined
  let starting: Promise<UpNetwork> | undefined
  let resetting: Promise<void> | undefined
  let closed: Promise<void> | undefined
  let pid: number | null = null
  let port: number | undefined
  let head = 0
  let holds = 0
  let failures = 0
  let changes = 0
  let making = 0

  const notices = () => [bootNotice, saveNotice].filter((text) => text !== undefined).join(' ')

  const status = (): PracticeStatus => ({
    chain,
    label: chainLabel(chain),
    chainId,
    state,
    rpcUrl: session?.up.rpcUrl ?? null,
    ...(reason === undefined ? {} : { reason }),
    ...(notices() === '' ? {} : { notice: notices() }),
    genesisHash: genesis,
    pid,
  })

  const become = (next: PracticeState, why?: string) => {
    state = next
    reason = why
    onChange?.({ type: 'state', status: status() })
  }

  const bringUp = async (): Promise<UpNetwork> => {
    become('starting')
    try {
      const program = options.anvilPath ?? (await findAnvil())
      const onSpawn = (anvil: AnvilProcess['identity']) => {
        pid = anvil.pid
      }
      const booted = await boot({ program, dir: stateDir, chainId, port, log, onSpawn })
      const { anvil } = booted
      const { client, rpcUrl } = anvil
      const first = await client.getBlock({ blockNumber: 0n })
      head = booted.head
      if (genesis !== null && genesis !== first.hash)
        log.warn({ chain }, 'the practice network begins with another block now')
      genesis = first.hash
      changes += 1
      bootNotice = booted.notice ?? bootNotice
      port = anvil.port
      const up = { rpcUrl, chainId, genesisHash: first.hash, client }
      const saver = startSaver(save(rpcUrl), saveFailed)
      session = { anvil, up, saver, blocks: undefined, since: performance.now() }
      if (blocks !== 'manual') session.blocks = startBlocks(client, blocks)
      void anvil.ended.then(died(session))
      become('up')
      log.info({ chain, rpcUrl, pid: anvil.identity.pid, head }, 'practice network is up')
      return up
    } catch (error) {
      const failure = unavailable(chain, error)
      pid = null
      log.error({ err: error, chain }, 'practice network does not start')
      become('down', failure.message)
      throw failure
    }
  }

  const startBlocks = (client: AnvilClient, intervalMs: number) =>
    startBlockMaker({
      intervalMs,
      held: () => holds > 0,
      pending: async () => (await client.getTxpoolStatus()).pending,
      mine: async () => (await makeBlock(client)).transactions.length,
      onError: (error) => log.debug({ err: error, chain }, 'no block could be made'),
    })

  // In turn with saving: a state taken in the middle of a block could hold its transactions' effects and not their receipts.
  const makeBlock = (client: AnvilClient) =>
    inTurn(async () => {
      await mine(client)
      if (pinBaseFee) await client.setNextBlockBaseFeePerGas({ baseFeePerGas: practiceBaseFee })
      const block = await client.getBlock()
      head = Number(block.number)
      session?.saver.changed()
      return block
    })

  const mine = async (client: AnvilClient) => {
    making += 1
    try {
      await client.mine({ blocks: 1 })
    } finally {
      making -= 1
      changes += 1
    }
  }

  const save = (rpcUrl: string) => async () => {
    await saveState(stateDir, await inTurn(() => fetchDump(rpcUrl)))
    if (saveNotice === undefined) return
    saveNotice = undefined
    onChange?.({ type: 'state', status: status() })
  }

  const saveFailed = (error: unknown) => {
    log.warn({ err: error, chain }, 'the state of a practice network could not be saved')
    // Any other failure is anvil's: it ended or was ended, which is told for itself.
    if (!isFileError(error)) return
    saveNotice = `The state of the practice network for ${chainLabel(chain)} could not be saved, because ${fileReason(error)}: make room or let the app write there; it is tried again by itself.`
    onChange?.({ type: 'state', status: status() })
  }

  const died = (dead: Session) => async (how: string) => {
    if (session !== dead || closed !== undefined) return
    session = undefined
    pid = null
    log.warn({ chain, how, pid: dead.anvil.identity.pid }, 'anvil ended')
    become(
      'down',
      `The program of the practice network for ${chainLabel(chain)} ended (${how}); it is being started again.`,
    )
    await Promise.all([dead.blocks?.stop(), dead.saver.stop()])
    const headBefore = head
    failures = performance.now() - dead.since > healthyAfter ? 0 : failures + 1
    while (session === undefined && !closing.signal.aborted) {
      try {
        await wait(restartAfter[Math.min(failures - 1, restartAfter.length - 1)] ?? 0, undefined, {
          signal: closing.signal,
        })
        await start()
      } catch {
        failures += 1
      }
    }
    if (session !== undefined) onChange?.({ type: 'restarted', chain, headBefore, head })
  }

  const open = async (): Promise<UpNetwork> => {
    if (closed !== undefined) throw unavailable(chain, new Error('it was closed'))
    if (session !== undefined) return session.up
    starting ??= bringUp().finally(() => {
      starting = undefined
    })
    return starting
  }

  /** Whoever comes while the chain is thrown away gets the new one. */
  const start = async (): Promise<UpNetwork> => {
    await resetting?.catch(() => undefined)
    return open()
  }

  const endSession = async (last: Session, saved: 'saved' | 'forgotten') => {
    await last.blocks?.stop()
    if (saved === 'saved') await last.saver.flush().catch(saveFailed)
    await last.saver.stop()
    await endProcess(last.anvil.identity)
    await removeOwner(stateDir)
    pid = null
  }

  const reset = async () => {
    await open()
    const last = session
    const headBefore = head
    // Its end is ours, so it is not brought up again from what it had saved.
    session = undefined
    become('starting')
    if (last !== undefined) await endSession(last, 'forgotten')
    await forgetStates(stateDir)
    genesis = null
    bootNotice = undefined
    saveNotice = undefined
    log.info({ chain }, 'practice network begins anew')
    await open()
    onChange?.({ type: 'restarted', chain, headBefore, head })
  }

  const shutDown = async () => {
    closing.abort()
    await starting?.catch(() => undefined)
    await resetting?.catch(() => undefined)
    const last = session
    if (last !== undefined) {
      await endSession(last, 'saved')
    }
    session = undefined
    pid = null
    if (state !== 'idle') become('idle')
  }

  return {
    chain,
    chainId,
    status,
    start,
    async genesisHash() {
      return (await start()).genesisHash
    },
    async fund(address, wei) {
      const { client } = await start()
      await inTurn(async () => {
        if ((await client.getBalance({ address })) >= wei) return
        await client.setBalance({ address, value: wei })
        session?.saver.changed()
      })
    },
    hold() {
      let held = true
      holds += 1
      if (holds === 1) session?.blocks?.wake()
      return () => {
        if (held) holds -= 1
        held = false
      }
    },
    reset() {
      resetting ??= reset().finally(() => {
        resetting = undefined
      })
      return resetting
    },
    changes: () => (session === undefined || making > 0 ? null : changes),
    async mine() {
      const { client } = await start()
      return Number((await makeBlock(client)).number)
    },
    async dump() {
      await session?.saver.flush()
    },
    close() {
      closed ??= shutDown()
      return closed
    },
    kill() {
      if (pid !== null) signal(pid, 'SIGKILL')
    },
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  // A write to a full disk names no path.
  return error instanceof Error && 'syscall' in error && ('path' in error || isFull(error))
}

function fileReason(error: NodeJS.ErrnoException): string {
  return isFull(error) ? 'the disk is full' : error.message
}

function isFull(error: Error): boolean {
  return 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function unavailable(chain: EvmChain, error: unknown): CoreError {
  if (error instanceof CoreError) return error
  const why = error instanceof Error ? error.message : String(error)
  return new CoreError(
    'network.unavailable',
    `The practice network for ${chainLabel(chain)} is not available: ${why}. It is tried again at the next use.`,
  )
}
