import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import SqliteDatabase from 'better-sqlite3'
import { createPublicClient, http, type PublicClient } from 'viem'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { readOwner } from '../../src/core/practice/owner-file.ts'
import { appState } from '../../src/shared/app-api.ts'
import { programsRun } from '../core/built-programs.ts'
import { type Caller, callerOf } from '../core/trial-core.ts'
import type { AptosFaults } from './aptos-faults.ts'
import { crashCore, crashCoreCompiled } from './build-crash-core.ts'
import { endProcess } from './end-strays.ts'
import type { SolanaFaults } from './solana-faults.ts'

export interface KilledCore {
  call: Caller
  /** Ends with the process. */
  gone: Promise<void>
  readonly ended: boolean
  /** Stops its process where it is, and lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Kills the core at once; with `networks` its anvil dies with it. */
  kill(networks?: boolean): Promise<void>
}

/** How a core that is to be killed is started. */
export interface CrashCoreOptions {
  /** Milliseconds between two blocks, or of a slot. */
  blocks: number
  mintsPerBatch: number
  /** 6 where it is absent. */
  transactionsInFlight?: number | undefined
  /** It kills itself at this passage of this named point of the journal, however early that is. */
  killAt?: { point: string; passage: number } | undefined
  /** Its environment: the live seed. */
  env?: Record<string, string> | undefined
  /** Of live networks, in place of their own. */
  confirmations?: number | undefined
  /** What becomes of its calls to Solana. */
  solanaFaults?: SolanaFaults | undefined
  /** The same to Aptos. */
  aptosFaults?: AptosFaults | undefined
  /** Which programs it starts. */
  programs: 'built' | 'sources'
}
export type KilledCoreOptions = Partial<CrashCoreOptions>

/**
 * Starts a core in a process of its own; `buildCrashCore` comes first.
 * @param program its source itself, in a test that starts few
 * @throws when it ended before it was open, which is an answer where it kills itself.
 */
export async function startCore(
  dataDir: string,
  options: KilledCoreOptions = {},
  program: string = crashCore,
): Promise<KilledCore> {
  const coreOptions: CrashCoreOptions = { ...{ blocks: 200, mintsPerBatch: 50, programs: programsRun() }, ...options }
  const child: ChildProcess = spawn(
    process.execPath,
    ['--no-deprecation', program, dataDir, JSON.stringify(coreOptions)],
    // Many starts of the same code: each but the first finds it compiled.
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_COMPILE_CACHE: crashCoreCompiled } },
  )
  const { stdout } = child
  if (!stdout) throw new Error('no output to read')
  const gone = once(child, 'exit')
  const url = await Promise.race([
    once(createInterface(stdout), 'line').then(([line]) => String(line)),
    gone.then(([code, signal]) => {
      throw new Error(`the core ended with ${code ?? signal} before it was open`)
    }),
  ])
  const token = readApiFile(dataDir)?.token ?? ''
  return {
    call: callerOf(url, { authorization: `Bearer ${token}` }),
    gone: gone.then(() => undefined),
    get ended() {
      return child.exitCode !== null || child.signalCode !== null
    },
    signal: (name) => void child.kill(name),
    async kill(networks = false) {
      const owner = networks ? await readOwner(join(dataDir, 'practice/polygon')) : undefined
      const own = networks ? await childrenOf(child.pid) : []
      child.kill('SIGKILL')
      if (owner) endProcess(owner.anvil.pid)
      for (const pid of own) endProcess(pid)
      await gone
    },
  }
}

/** Processes that a process started itself: Solana's practice network. Linux only. */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return listed.split(' ').filter(Boolean).map(Number)
}

/** How many transactions the journal of a core (running or killed) holds that are signed or sent and not settled. */
export function unsettled(dataDir: string): number {
  const database = new SqliteDatabase(join(dataDir, 'mintdesk.db'), { readonly: true })
  try {
    const row = database
      .prepare<[], { count: number }>("select count(*) as count from transactions where state in ('signed', 'sent')")
      .get()
    return row?.count ?? 0
  } finally {
    database.close()
  }
}

/** Plain calls to the practice network of polygon, past everything of ours. Brings it up: one with nothing to do is not. */
export async function polygonClient(core: KilledCore): Promise<PublicClient> {
  const somebody = `0x${'5'.repeat(40)}`
  await core.call('POST', '/app/practice/polygon/fund', { address: somebody, amount: '1' })
  const { networks } = appState.parse((await core.call('GET', '/app/state')).json)
  const url = networks.find(({ chain }) => chain === 'polygon')?.rpcUrl
  if (!url) throw new Error('polygon is not up')
  return createPublicClient({ transport: http(url, { batch: true }) })
}

/** The owners of all tokens of a contract, lower case, in order of token id; read by plain calls. */
export async function ownersOnChain(client: PublicClient, contract: string): Promise<string[]> {
  const address = contract as `0x${string}`
  const minted = await client.readContract({ address, abi: collection721.abi, functionName: 'minted' })
  const owners: string[] = []
  for (let from = 1; from <= Number(minted); from += 200)
    owners.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(200, Number(minted) - from + 1) }, async (_, index) =>
          (
            await client.readContract({
              address,
              abi: collection721.abi,
              functionName: 'ownerOf',
              args: [BigInt(from + index)],
            })
          ).toLowerCase(),
        ),
      )),
    )
  return owners
}
