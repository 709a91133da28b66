import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { CoreError } from '../../lib/errors.ts'
import { takeTurns } from '../../lib/turns.ts'
import type { PracticeState } from '../types.ts'
import { type RunningNode, startNode } from './node-process.ts'

export interface NodeStatus {
  state: PracticeState
  /** Its URL; null while it does not answer. */
  rpcUrl: string | null
  /** One sentence: why it is down. */
  reason?: string
  /** What distinguishes it from other networks; null before the first start. */
  genesisHash: string | null
  /** Null while it does not run. */
  pid: number | null
}

/** A practice network whose process is a node of our own. Nothing runs before its first use. */
export interface NodeNetwork {
  status(): NodeStatus
  /** Brings it up if needed. @throws CoreError `network.unavailable`, or the error of its program */
  start(): Promise<{ rpcUrl: string; genesisHash: string }>
  /** Ends the node, calls `clear`, and starts it again; such calls run one after the other. Callers of `start` meanwhile wait for the new node. */
  startAfresh(clear: () => Promise<void>): Promise<void>
  /** Sends its process a message; does nothing while it does not run. */
  tell(message: string): void
  /** Marks a network that is down as idle again, since the obstacle to its start may be gone. */
  recheck(): void
  /** Saves, ends its process, and starts no more. */
  close(): Promise<void>
  /** Ends its process at once: for the moment in which this process ends. */
  kill(): void
}

export interface NodeNetworkOptions {
  /** The chain's name, for messages. */
  label: string
  /** The program of its process: process.ts of its folder, or its built form. */
  program: string
  /** Passed to its program at each start. */
  begin: object
  /** The URL's path, after host and port. */
  path?: string
  log: Logger
  onChange?: ((status: NodeStatus, restarted: boolean) => void) | undefined
}

/** Milliseconds before each further attempt to start a process that died; the last one repeats. */
const restartAfter = [0, 500, 2_000, 10_000, 30_000] as const

const closedAlready = () => new CoreError('network.unavailable', 'The practice network was closed.')

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
        // Another program may have taken the port in the meantime.
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
        // Another caller that waited for the same start may have begun the next one.
        while (starting !== undefined) await starting.catch(() => undefined)
        const last = node
        node = undefined
        // Callers of `start` wait for the new node.
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
