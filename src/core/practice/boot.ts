import { randomInt } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { CoreError } from '../lib/errors.ts'
import { type AnvilProcess, endProcess, launchAnvil, practiceBaseFee, signal } from './anvil-process.ts'
import { type AnvilRpc, anvilRpc } from './anvil-rpc.ts'
import { readOwner, removeOwner, writeOwner } from './owner-file.ts'
import { isAlive, type ProcessIdentity, startOf } from './process-identity.ts'
import { type Beginning, DamagedRecord, readRecord } from './record-entries.ts'
import { createRecord } from './record-file.ts'
import { NotReproduced, type Replayed, startReplay } from './replay.ts'
import { type Kept, keptIn, recordFile, removeUnpacked, UnreadableState, unpackState } from './state-files.ts'

export interface BootOptions {
  program: string
  dir: string
  chainId: number
  log: Logger
  /** Most milliseconds for anvil's answers; one that takes longer hangs, and is ended. */
  answersWithin: number
  /** Called for each anvil as soon as it runs, long before it answers. */
  onSpawn(anvil: AnvilProcess['identity']): void
}

export interface Booted extends Replayed {
  anvil: AnvilProcess
  rpc: AnvilRpc
  beginning: Beginning
  /** Seconds: the earliest time of the next block. */
  clock: number
  /** The record that further entries go to, and how many of its bytes count. */
  record: { number: number; end: number }
}

/** A genesis time is one second, drawn at random, of the first half of 2025, so that no two chains have the same block 0. */
const firstGenesisTime = 1_735_689_600
const genesisTimes = 2 ** 24

/**
 * Brings up the network kept in `dir`: ends an anvil that a killed core left behind, starts one from the newest readable saved state, or
 * from the beginning, and replays the records after it.
 *
 * @throws CoreError `network.unavailable` when another running core serves this folder, or anvil is missing
 * @throws UnreadableState, DamagedRecord or NotReproduced when the folder's files do not lead to their chain again; they are left as they are
 */
export async function boot(options: BootOptions): Promise<Booted> {
  const { dir, log } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await endLeftBehind(dir, log)
  const kept = await keptIn(dir)
  if (kept.records.length === 0) return begin(options, kept)

  const newest = kept.records.at(-1) ?? 0
  const lastState = kept.states.at(-1) ?? 0
  if (lastState > newest) throw new DamagedRecord(`${recordFile(dir, lastState)} is missing`)
  let failure: unknown
  for (const base of [...kept.states, 0].sort((a, b) => b - a)) {
    const records = kept.records.filter((number) => number >= base)
    // A record after this state is missing.
    if (records.length !== newest - base + 1) continue
    try {
      return await goOn(options, base, records)
    } catch (error) {
      if (!(error instanceof UnreadableState)) throw error
      failure ??= error
      log.warn({ err: error, dir }, 'a saved state cannot be read; an older one is used')
    } finally {
      await removeUnpacked(dir)
    }
  }
  throw failure ?? new DamagedRecord(`records before ${recordFile(dir, newest)} are missing`)
}

/** Begins a new chain. */
async function begin(options: BootOptions, { states }: Kept): Promise<Booted> {
  const { dir, chainId } = options
  const others = (await readdir(dir)).filter((name) => /^state\..*json\.gz$/.test(name))
  if (states.length > 0 || others.length > 0) throw new DamagedRecord('its saved state has no record')
  const genesisTime = firstGenesisTime + randomInt(genesisTimes)
  const anvil = await launch(options, genesisTime)
  return orEnd(options, anvil, async (rpc) => {
    const { number, hash, time } = await rpc.block(0)
    const beginning: Beginning = {
      ...{ kind: 'beginning', version: 1, program: await rpc.program(), chainId, genesisTime, genesis: hash },
      head: { number, hash, time },
    }
    const end = await createRecord(recordFile(dir, 0), [beginning])
    const clock = await settleIn(rpc, time)
    const empty = { head: beginning.head, waiting: new Map(), blocks: 0, transactions: 0 }
    return { ...empty, ...{ anvil, rpc, beginning, clock }, record: { number: 0, end } }
  })
}

/** Goes on with the chain from a saved state (0: from the beginning) and the records after it. */
async function goOn(options: BootOptions, base: number, records: readonly number[]): Promise<Booted> {
  const { dir } = options
  const beginning = await beginningOf(recordFile(dir, base), options.chainId)
  const anvil = await launch(options, beginning.genesisTime, base === 0 ? undefined : await unpackState(dir, base))
  return orEnd(options, anvil, async (rpc) => {
    const program = await rpc.program()
    if (program !== beginning.program)
      throw new NotReproduced(`it was made with ${beginning.program}, and this is ${program}`)
    const [first, head] = [await rpc.block(0), await rpc.block('latest')]
    if (first.hash !== beginning.genesis || head.hash !== beginning.head.hash)
      throw new UnreadableState(`the saved state ${base} is of another chain than its record`)
    // An anvil that loaded a state takes its own start for the time of the newest block.
    await rpc.setClock(head.time)
    const replay = startReplay(rpc, beginning)
    let end = 0
    for (const number of records)
      for await (const line of readRecord(recordFile(dir, number))) {
        for (const entry of line.entries) await replay.take(entry)
        end = line.end
      }
    const clock = await settleIn(rpc, replay.done.head.time)
    return { ...replay.done, ...{ anvil, rpc, beginning, clock }, record: { number: records.at(-1) ?? base, end } }
  })
}

async function beginningOf(file: string, chainId: number): Promise<Beginning> {
  for await (const { entries } of readRecord(file)) {
    const [first] = entries
    if (first?.kind === 'beginning' && first.chainId === chainId) return first
    break
  }
  throw new DamagedRecord(`${file} does not begin as a record of this network`)
}

/** Sets the true time and the pinned base fee for the next blocks, however old the chain is. */
async function settleIn(rpc: AnvilRpc, head: number): Promise<number> {
  const clock = Math.max(Math.floor(Date.now() / 1000), head)
  await rpc.setClock(clock)
  await rpc.setNextBaseFee(practiceBaseFee)
  return clock
}

async function orEnd(
  { dir, log, answersWithin }: BootOptions,
  anvil: AnvilProcess,
  work: (rpc: AnvilRpc) => Promise<Booted>,
): Promise<Booted> {
  const { port, identity } = anvil
  const onHung = () => {
    log.warn({ pid: identity.pid, dir }, 'anvil hangs; it is ended')
    signal(identity.pid, 'SIGKILL')
  }
  const rpc = anvilRpc({ port, answersWithin, onHung })
  try {
    return await work(rpc)
  } catch (error) {
    await rpc.close()
    await endProcess(anvil.identity, 0)
    throw error
  }
}

async function launch(
  { program, dir, chainId, onSpawn: tell }: BootOptions,
  genesisTime: number,
  loadState?: string,
): Promise<AnvilProcess> {
  const core = await identityOf(process.pid)
  const onSpawn = (anvil: ProcessIdentity) => {
    tell(anvil)
    writeOwner(dir, { anvil, core })
  }
  const anvil = await launchAnvil({ program, dir, chainId, genesisTime, loadState, onSpawn })
  writeOwner(dir, { anvil: anvil.identity, core, port: anvil.port })
  return anvil
}

/**
 * Ends an anvil that a killed core left behind in `dir`. Nothing is lost: all that it answered is on record.
 * @throws CoreError `network.unavailable` when its core still runs
 */
export async function endLeftBehind(dir: string, log: Logger): Promise<void> {
  const owner = await readOwner(dir)
  if (owner === undefined) return
  if (await isAlive(owner.anvil)) {
    if (owner.core.pid !== process.pid && (await isAlive(owner.core)))
      throw new CoreError(
        'network.unavailable',
        `The practice network in ${dir} is in use by another running Mintdesk (process ${owner.core.pid}); close that one first.`,
      )
    log.warn({ pid: owner.anvil.pid, dir }, 'ending an anvil that was left behind')
    await endProcess(owner.anvil, 0)
  }
  await removeOwner(dir)
}

async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { pid, startedAt: (await startOf(pid)) ?? 'unknown' }
}
