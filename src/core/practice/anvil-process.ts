import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withoutSecrets } from '../lib/live-environment.ts'
import { anvilMissing } from './anvil-binary.ts'
import { isAlive, type ProcessIdentity, startOf } from './process-identity.ts'
import { type AnvilClient, anvilClient, silence } from './rpc.ts'
import { UnreadableState } from './state-files.ts'

/** Gas of one block; the design's figures are for such blocks. */
const blockGasLimit = 30_000_000
/** Base fee of the first block, in wei per unit of gas; pinned in the following blocks. */
export const practiceBaseFee = 1_000_000_000n
/** Milliseconds. A large saved state takes seconds to load; a longer start is a hang. */
const longestStart = 120_000

export type AnvilProcess = {
  identity: ProcessIdentity
  port: number
  client: AnvilClient
  /** Resolves when the process has ended for any reason, with how it ended: a signal or an exit code. */
  ended: Promise<string>
}

export type LaunchOptions = {
  program: string
  /** Its working directory, which also holds its log. */
  dir: string
  chainId: number
  /**
   * The time of block 0, in seconds. It is needed with a saved state, too: anvil makes a block 0 of its own before it loads the state. If the
   * two differ, anvil keeps both, and it is chance with which one it answers.
   */
  genesisTime: number
  /** The path of an unpacked saved state to start from. */
  loadState?: string | undefined
  /** Called before anything else, so that a core that is killed at this moment leaves no unrecorded anvil behind. */
  onSpawn(identity: ProcessIdentity): void
}

/**
 * Starts one anvil and waits until it answers.
 *
 * @throws UnreadableState when it refuses the saved state
 * @throws CoreError when the program is missing
 */
export async function launchAnvil(options: LaunchOptions): Promise<AnvilProcess> {
  const { program, dir, chainId, onSpawn } = options
  const log = join(dir, 'anvil.log')
  // A file, because an anvil that outlives its core would fail when it writes to a closed pipe.
  const output = await open(log, 'w')
  await rm(join(dir, 'cache'), { recursive: true, force: true })
  const child = spawn(program, anvilArguments(options), {
    cwd: dir,
    // Anvil outlives a killed core, and other programs may read its environment.
    env: withoutSecrets(process.env),
    stdio: ['ignore', output.fd, output.fd],
    // A process group of its own: Ctrl+C in a terminal must reach the core alone, which then saves the network's state.
    detached: true,
    windowsHide: true,
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  const { pid } = child
  const startedAt = pid === undefined ? undefined : await startOf(pid)

  try {
    if (pid === undefined) throw anvilMissing(await ended)
    if (startedAt === undefined) throw await startFailure(log, await ended)
    const identity = { pid, startedAt }
    onSpawn(identity)
    const port = await listening(log, child, ended)
    const client = anvilClient(`http://127.0.0.1:${port}`)
    // Anvil's banner names its port. Every later call would add a line to the log.
    await silence(client)
    const answered = await client.getChainId()
    if (answered !== chainId) throw new Error(`anvil answers with chain id ${answered} instead of ${chainId}`)
    return { identity, port, client, ended }
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    throw error
  } finally {
    await output.close()
  }
}

function anvilArguments({ chainId, dir, genesisTime, loadState }: LaunchOptions): string[] {
  return [
    ['--host', '127.0.0.1'],
    // Any free port, which is not published: all other programs come through the front. Anvil cannot do without a port.
    ['--port', 0],
    ['--no-request-size-limit'],
    ['--chain-id', chainId],
    // The app makes the blocks, and `finalized` is two blocks behind the head.
    ['--no-mining'],
    ['--slots-in-an-epoch', 1],
    // No web page may speak to it.
    ['--no-cors'],
    // The well-known keys of anvil's own accounts are worth nothing here.
    ['--accounts', 0],
    ['--gas-limit', blockGasLimit],
    ['--block-base-fee-per-gas', practiceBaseFee],
    // The last 64 historical states stay in memory; blocks, transactions and receipts stay for good. By default anvil writes thousands
    // of states to a folder in the person's home, and they stay there when anvil is killed.
    ['--prune-history', 64],
    ['--cache-path', join(dir, 'cache')],
    ['--timestamp', genesisTime],
    loadState === undefined ? [] : ['--load-state', loadState],
    ['--color', 'never'],
  ]
    .flat()
    .map(String)
}

async function listening(log: string, child: ChildProcess, ended: Promise<string>): Promise<number> {
  const deadline = performance.now() + longestStart
  while (performance.now() < deadline) {
    const [, port] = /Listening on 127\.0\.0\.1:(\d+)/.exec(await readFile(log, 'utf8')) ?? []
    if (port !== undefined) return Number(port)
    if (child.exitCode !== null || child.signalCode !== null) throw await startFailure(log, await ended)
    await wait(10)
  }
  throw new Error(`anvil did not answer within ${longestStart / 1000} seconds`)
}

async function startFailure(log: string, how: string): Promise<Error> {
  const text = (await readFile(log, 'utf8')).trim()
  const said = text.slice(-600).replace(/\s+/g, ' ')
  if (/--load-state|failed to load init state/.test(text)) return new UnreadableState(`anvil refuses it: ${said}`)
  return new Error(`anvil ended at once (${how})${said === '' ? '' : `: ${said}`}`)
}

/**
 * Ends a process that may not be our child: with SIGTERM, and with SIGKILL after `grace` milliseconds. Nothing is lost, since
 * anvil itself saves nothing.
 *
 * @throws when the process still runs after ten seconds
 */
export async function endProcess(identity: ProcessIdentity, grace = 2000): Promise<void> {
  const begun = performance.now()
  while (await isAlive(identity)) {
    const waited = performance.now() - begun
    if (waited > 10_000) throw new Error(`The process ${identity.pid} does not end`)
    signal(identity.pid, waited >= grace ? 'SIGKILL' : 'SIGTERM')
    await wait(20)
  }
}

/** Sends a signal to a process, which may have ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended already, as wanted.
  }
}
