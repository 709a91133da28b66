import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { CoreError } from '../../lib/errors.ts'
import { takeTurns } from '../../lib/turns.ts'
import type { PracticeState } from '../types.ts'
import { type RunningNode, startNode } from './node-process.ts'

export interface NodeStatus {
  state: PracticeState
  /** Where it answers; null while it does not. */
  rpcUrl: string | null
  /** One sentence: why it is down. */
  reason?: string
  /** What tells it from other networks; null before the first start. */
  genesisHash: string | null
  /** Null while it does not run. */
  pid: number | null
}

/** A practice network whose process is a node of ours. Nothing runs before its first use. */
export interface NodeNetwork {
  status(): NodeStatus
  /** Brings it up if it is not. @throws CoreError `network.unavailable`, or what its program says */
  start(): Promise<{ rpcUrl: string; genesisHash: string }>
  /** Ends it, has it cleared, and starts it again, one of these after the other; whoever wants it meanwhile waits for the new one. */
  startAfresh(clear: () => Promise<void>): Promise<void>
  /** Tells its process something; nothing where it does not run. */
  tell(message: string): void
  /** What kept it from starting may be gone: it is said to be ready again, until it is used. */
  recheck(): void
  /** Saves, ends its process, and starts no more. */
  close(): Promise<void>
  /** Ends its process at once: for the moment in which this one ends. */
  kill(): void
}

export interface NodeNetworkOptions {
  /** The chain's name, for people. */
  label: string
  /** The program of its process; process.ts of its folder, or what the build made of it. */
  program: string
  /** What its program is told at a start. */
  begin: object
  /** Behind host and port. */
  path?: string
  log: Logger
  onChange?: ((status: NodeStatus, restarted: boolean) => void) | undefined
}

/** Milliseconds before each further attempt to start a process that died; the last one repeats. */
const restartAfter = [0, 500, 2_000, 10_000, 30_000] as const

const closedAlready = () => new CoreError('network.unavailable', 'The practice network was closed.')

/** Opens a network; nothing starts before its first use. */
export function openNodeNetwork({ label, program, begin, path = '', log, onChange }: NodeNetworkOptions): NodeNetwork {
  const closing = new AbortController()
  const inTurn = takeTurns()
  let state: PracticeState = 'idle'
  let reason: string | undefined
  let genesisHash: string | null = null
  let node: RunningNode | undefined
  let starting: Promise<RunningNode> | undefined
  let port = 0

  const urlOf = (running: RunningNode) => `http://127.0.0.1:${running.port}${path}`
  const status = (): NodeStatus => ({
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
    if (closing.signal.aborted) throw closedAlready()
    become('starting')
    try {
      const up = await startNode(program, { ...begin, port }, label, closing.signal).catch((error: unknown) => {
        // Another program may have taken its port meanwhile.
        if (port === 0 || !String(error).includes('EADDRINUSE')) throw error
        return startNode(program, { ...begin, port: 0 }, label, closing.signal)
      })
      node = up
      port = up.port
      genesisHash = up.genesis
      void up.ended.then((how) => died(up, how))
      become('up', undefined, restarted)
      log.info({ pid: up.pid, rpcUrl: urlOf(up) }, `the practice network for ${label} is up`)
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
  const anew = async (last: RunningNode | undefined, clear: () => Promise<void>): Promise<RunningNode> => {
    become('starting')
    try {
      await last?.close()
      if (closing.signal.aborted) throw closedAlready()
      await clear()
    } catch (error) {
      become('down', error instanceof Error ? error.message : String(error))
      throw error
    }
    return bringUp(true)
  }
  const died = async (dead: RunningNode, how: string): Promise<void> => {
    if (node !== dead || closing.signal.aborted) return
    node = undefined
    log.warn({ how, pid: dead.pid }, `the process of the practice network for ${label} ended`)
    become('down', `The program of the practice network for ${label} ended (${how}); it is being started again.`)
    for (let failures = 0; node === undefined && !closing.signal.aborted; failures++) {
      try {
        const pause = restartAfter[Math.min(failures, restartAfter.length - 1)] ?? 0
        await wait(pause, undefined, { signal: closing.signal })
        await start(true)
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, `the practice network for ${label} does not start`)
      }
    }
  }

  return {
    status,
    async start() {
      const up = await start()
      return { rpcUrl: urlOf(up), genesisHash: up.genesis }
    },
    startAfresh: (clear) =>
      inTurn(async () => {
        // Whoever waited for the same start may have begun the next one meanwhile.
        while (starting !== undefined) await starting.catch(() => undefined)
        const last = node
        node = undefined
        // Whoever wants it meanwhile waits for the new one.
        starting = anew(last, clear).finally(() => {
          starting = undefined
        })
        await starting
      }),
    tell: (message) => node?.send(message),
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
