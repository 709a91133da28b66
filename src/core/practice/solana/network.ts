import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { CoreError } from '../../lib/errors.ts'
import { openLedger } from '../../store/installation/solana-ledger.ts'
import type { PracticeState } from '../types.ts'
import { ledgerFile, seqOf } from './folder.ts'
import { type RunningNode, startNode } from './node-process.ts'

export interface SolanaStatus {
  state: PracticeState
  /** Where it answers JSON-RPC; null while it does not. */
  rpcUrl: string | null
  /** One sentence: why it is down. */
  reason?: string
  /** Base58; null before the first start. */
  genesisHash: string | null
  /** Null while it does not run. */
  pid: number | null
}

export interface SolanaNetwork {
  status(): SolanaStatus
  /** Brings it up if it is not. @throws CoreError `network.unavailable`, `network.programs-missing`, `network.programs-changed` */
  start(): Promise<{ rpcUrl: string; genesisHash: string }>
  /** Gives an account coin out of nothing; starts the network. @throws CoreError as `start`, or with what its node says */
  give(address: string, lamports: bigint): Promise<void>
  /**
   * Begins it anew, with nothing but what is ours: those transactions, and those that touch these addresses, are executed again in their
   * order. What expired could not be sent again.
   */
  reset(ours: { signatures: ReadonlySet<string>; addresses: ReadonlySet<string> }): Promise<void>
  /** What kept it from starting may be gone: it is said to be ready again, until it is used. */
  recheck(): void
  /** Saves, ends its process, and starts no more. */
  close(): Promise<void>
  /** Ends its process at once: for the moment in which this one ends. */
  kill(): void
}

export interface SolanaNetworkOptions {
  /** The folder that holds this network's state and nothing else. */
  stateDir: string
  /** Where its programs may be, the first that has one wins. */
  programs: readonly string[]
  /** The program of its process; process.ts beside this file, or what the build made of it. */
  program: string
  log: Logger
  onChange?: ((status: SolanaStatus, restarted: boolean) => void) | undefined
  /** Milliseconds of a slot; Solana's own 400 when absent. */
  slotMs?: number | undefined
}

const airdropAnswer = z.object({ error: z.object({ message: z.string() }).optional() })

/** Solana's own. */
const usualSlotMs = 400
/** Milliseconds before each further attempt to start a process that died; the last one repeats. */
const restartAfter = [0, 500, 2_000, 10_000, 30_000] as const

/** The practice network of Solana kept in a folder. Nothing runs before its first use. */
export function openSolanaNetwork(options: SolanaNetworkOptions): SolanaNetwork {
  const { stateDir, programs, program, log, onChange, slotMs = usualSlotMs } = options
  const closing = new AbortController()
  let state: PracticeState = 'idle'
  let reason: string | undefined
  let genesisHash: string | null = null
  let node: RunningNode | undefined
  let starting: Promise<RunningNode> | undefined
  let port = 0

  const status = (): SolanaStatus => ({
    state,
    rpcUrl: node === undefined ? null : urlOf(node),
    ...(reason === undefined ? {} : { reason }),
    genesisHash,
    pid: node?.pid ?? null,
  })
  const become = (next: PracticeState, why?: string, restarted = false) => {
    state = next
    reason = why
    onChange?.(status(), restarted)
  }
  const bringUp = async (restarted: boolean): Promise<RunningNode> => {
    if (closing.signal.aborted) throw new CoreError('network.unavailable', 'The practice network was closed.')
    become('starting')
    try {
      const nodeOptions = { dir: stateDir, programs: [...programs], slotMs }
      const up = await startNode(program, { ...nodeOptions, port }).catch((error: unknown) => {
        // Another program may have taken its port meanwhile.
        if (port === 0 || !String(error).includes('EADDRINUSE')) throw error
        return startNode(program, { ...nodeOptions, port: 0 })
      })
      node = up
      port = up.port
      genesisHash = up.genesis
      void up.ended.then((how) => died(up, how))
      become('up', undefined, restarted)
      log.info({ pid: up.pid, rpcUrl: urlOf(up) }, 'the practice network for Solana is up')
      return up
    } catch (error) {
      become('down', error instanceof Error ? error.message : String(error))
      throw error
    }
  }
  const start = (restarted = false): Promise<RunningNode> => {
    if (node !== undefined) return Promise.resolve(node)
    starting ??= bringUp(restarted).finally(() => {
      starting = undefined
    })
    return starting
  }
  const died = async (dead: RunningNode, how: string): Promise<void> => {
    if (node !== dead || closing.signal.aborted) return
    node = undefined
    log.warn({ how, pid: dead.pid }, 'the process of the practice network for Solana ended')
    become('down', `The program of the practice network for Solana ended (${how}); it is being started again.`)
    for (let failures = 0; node === undefined && !closing.signal.aborted; failures++) {
      try {
        const pause = restartAfter[Math.min(failures, restartAfter.length - 1)] ?? 0
        await wait(pause, undefined, { signal: closing.signal })
        await start(true)
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'the practice network for Solana does not start')
      }
    }
  }

  return {
    status,
    async start() {
      const up = await start()
      return { rpcUrl: urlOf(up), genesisHash: up.genesis }
    },
    async give(address, lamports) {
      const answer = await fetch(urlOf(await start()), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, Number(lamports)] }),
      })
      const { error } = airdropAnswer.parse(await answer.json())
      if (error)
        throw new CoreError('network.unavailable', `The practice network for Solana gave nothing: ${error.message}.`)
    },
    async reset(ours) {
      await starting?.catch(() => undefined)
      const last = node
      node = undefined
      // Whoever wants it meanwhile waits for the new one.
      starting = (async () => {
        await last?.close()
        const file = join(stateDir, ledgerFile)
        if (existsSync(file)) {
          const ledger = openLedger(file, { began: 0, salt: '' })
          ledger.keepOnly(ours)
          ledger.close()
        }
        for (const name of await readdir(stateDir).catch((): string[] => []))
          if (seqOf(name) !== undefined) await rm(join(stateDir, name), { force: true })
        return bringUp(true)
      })().finally(() => {
        starting = undefined
      })
      await starting
    },
    recheck() {
      if (state === 'down' && starting === undefined) become('idle')
      else onChange?.(status(), false)
    },
    async close() {
      closing.abort()
      await starting?.catch(() => undefined)
      const last = node
      node = undefined
      await last?.close()
      if (state !== 'idle') become('idle')
    },
    kill: () => node?.kill(),
  }
}

function urlOf({ port }: RunningNode): string {
  return `http://127.0.0.1:${port}`
}

/**
 * Where the program of its process is: beside the sources when they run directly, else what the build made of it.
 * @param root the folder of the repository, or of the packaged app
 */
export function solanaNodeFile(root: string): string {
  return import.meta.url.endsWith('.ts')
    ? join(root, 'src/core/practice/solana/process.ts')
    : join(root, 'out/main/solana-node.js')
}
