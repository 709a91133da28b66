import { mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { CoreError } from '../errors.ts'
import { type AnvilProcess, endProcess, launchAnvil, practiceBaseFee } from './anvil-process.ts'
import { fetchDump } from './dump.ts'
import { readOwner, removeOwner, writeOwner } from './owner-file.ts'
import { isAlive, type ProcessIdentity, startOf } from './process-identity.ts'
import { anvilClient, setClock } from './rpc.ts'
import { removeUnpacked, savedStates, saveState, setAside, UnreadableState, unpackState } from './state-files.ts'

export type BootOptions = {
  program: string
  dir: string
  chainId: number
  port: number | undefined
  log: Logger
  /** Told of each anvil as soon as it runs, long before it answers. */
  onSpawn(anvil: AnvilProcess['identity']): void
}

export type Booted = {
  anvil: AnvilProcess
  /** The newest block of the state it was started from; 0 where nothing was saved, or nothing of it could be read. */
  head: number
  /** A sentence for people when a saved state could not be used. */
  notice: string | undefined
}

/** How long an anvil that was left behind may take to hand over its state, in milliseconds. */
const handOverAtMost = 60_000
/** How long it may take to answer at all; one that is stopped or hangs never does. */
const answerAtMost = 3000

/**
 * Brings up the network kept in `dir`: takes over from an anvil that a killed core left behind, then starts one from the newest
 * saved state that can be read, or from the beginning.
 *
 * @throws CoreError `network.unavailable` when another running core serves this folder, or anvil is missing
 */
export async function boot(options: BootOptions): Promise<Booted> {
  const { dir, log } = options
  await mkdir(dir, { recursive: true })
  await takeOver(options)

  let notice: string | undefined
  for (const generation of await savedStates(dir)) {
    try {
      const anvil = await launch(options, await unpackState(dir, generation))
      return { anvil, head: await settleIn(anvil), notice }
    } catch (error) {
      if (!(error instanceof UnreadableState)) throw error
      const aside = await setAside(dir, generation)
      notice = `A saved state of the practice network could not be read, so an older one is used and what came after it is sent again; the damaged file is kept as ${aside}.`
      log.warn({ generation, aside, reason: error.message }, 'a saved state cannot be read')
    } finally {
      await removeUnpacked(dir)
    }
  }
  const anvil = await launch(options, undefined)
  const head = await settleIn(anvil)
  // Kept before anyone is told of the network, so that its first block is the same ever after.
  await saveState(dir, await fetchDump(anvil.rpcUrl))
  return { anvil, head, notice }
}

async function launch(
  { program, dir, chainId, port, onSpawn: tell }: BootOptions,
  loadState?: string,
): Promise<AnvilProcess> {
  const core = await identityOf(process.pid)
  const onSpawn = (anvil: ProcessIdentity) => {
    tell(anvil)
    writeOwner(dir, { anvil, core })
  }
  const anvil = await launchAnvil({ program, dir, chainId, port, loadState, onSpawn })
  writeOwner(dir, { anvil: anvil.identity, core, port: anvil.port })
  return anvil
}

async function settleIn({ client }: AnvilProcess): Promise<number> {
  const head = await client.getBlock()
  await setClock(client, head.timestamp)
  // A loaded chain has accounts and storage at its head only; two blocks on, `finalized` can be asked for them again.
  if (head.number > 0n) await client.mine({ blocks: 2 })
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas: practiceBaseFee })
  return Number(head.number)
}

/** Saves the state of an anvil that was left behind, which is newer than any saved one, and ends it. */
async function takeOver({ dir, chainId, log }: BootOptions): Promise<void> {
  const owner = await readOwner(dir)
  if (owner === undefined) return
  if (!(await isAlive(owner.anvil))) return removeOwner(dir)
  if (owner.core.pid !== process.pid && (await isAlive(owner.core))) {
    throw new CoreError(
      'network.unavailable',
      `The practice network in ${dir} is in use by another running Mintdesk (process ${owner.core.pid}); close that one first.`,
    )
  }
  log.warn({ pid: owner.anvil.pid, dir }, 'taking over from an anvil that was left behind')
  try {
    if (owner.port !== undefined) await handOver(dir, chainId, owner.port)
  } catch (error) {
    log.warn({ err: error, dir }, 'the anvil that was left behind did not hand over its state; the saved one is used')
  }
  await endProcess(owner.anvil, 0)
  await removeOwner(dir)
}

async function handOver(dir: string, chainId: number, port: number): Promise<void> {
  const rpcUrl = `http://127.0.0.1:${port}`
  const answered = await anvilClient(rpcUrl, answerAtMost).getChainId()
  if (answered !== chainId) throw new Error(`it answers with chain id ${answered} instead of ${chainId}`)
  await saveState(dir, await fetchDump(rpcUrl, AbortSignal.timeout(handOverAtMost)))
}

async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { pid, startedAt: (await startOf(pid)) ?? 'unknown' }
}
