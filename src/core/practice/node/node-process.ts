import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { CoreError } from '../../lib/errors.ts'
import { withoutSecrets } from '../../lib/live-environment.ts'
import type { NodeMessage } from './serve-node.ts'

export interface RunningNode {
  port: number
  genesis: string
  pid: number
  /** Resolves when the process has ended for any reason, with how it ended. */
  ended: Promise<string>
  /** Sends it a message that its program knows. */
  send(message: string): void
  /** Lets it save its state and end. */
  close(): Promise<void>
  /** Ends it at once. */
  kill(): void
}

/** A node's process, or its thread. */
export type Thread = {
  send(message: string): void
  kill(): void
  ended: Promise<string>
  onMessage(hear: (message: NodeMessage) => void): void
}

/** Milliseconds without a word from a starting node, after which the start has failed. The start itself takes as long as its record needs. */
const longestSilence = 120_000
/** Milliseconds that a node gets for its last save. */
const longestEnd = 20_000

/**
 * Starts the program of a node (process.ts, or its built form).
 * @param start passed to the program as JSON
 * @param label the network's name, for messages
 * @param closing ends the node if it is not up yet
 * @throws CoreError with the program's own code; otherwise `network.unavailable`
 */
export async function startNode(
  program: string,
  start: object,
  label: string,
  closing?: AbortSignal,
): Promise<RunningNode> {
  const thread = process.versions.electron === undefined ? forked(program, start) : threaded(program, start)
  closing?.addEventListener('abort', thread.kill)
  if (closing?.aborted) thread.kill()
  const first = await firstWord(thread)
  closing?.removeEventListener('abort', thread.kill)
  if (first.kind === 'failed') {
    thread.kill()
    await thread.ended
    throw new CoreError(
      first.code ?? 'network.unavailable',
      first.code === null
        ? `The practice network for ${label} is not available: ${first.message.replace(/\.$/, '')}. It is tried again at the next use.`
        : first.message,
    )
  }
  const { port, genesis, pid } = first
  return {
    port,
    genesis,
    pid,
    ended: thread.ended,
    kill: thread.kill,
    send: thread.send,
    async close() {
      thread.send('close')
      const late = setTimeout(thread.kill, longestEnd)
      await thread.ended
      clearTimeout(late)
    },
  }
}

/** How a start ended: with the node's message, with its end, or with too long a silence. */
export function firstWord(
  thread: Pick<Thread, 'ended' | 'onMessage'>,
): Promise<Exclude<NodeMessage, { kind: 'starting' }>> {
  return new Promise((resolve) => {
    const fail = (message: string) => resolve({ kind: 'failed', code: null, message })
    const timer = setTimeout(fail, longestSilence, 'it does not answer')
    thread.onMessage((message) => {
      if (message.kind === 'starting') return void timer.refresh()
      clearTimeout(timer)
      resolve(message)
    })
    void thread.ended.then((how) => {
      clearTimeout(timer)
      fail(`it ended at once (${how})`)
    })
  })
}

function forked(program: string, start: object): Thread {
  const child = fork(program, [JSON.stringify(start)], {
    // web3.js 1 asks for Node's deprecated `punycode`.
    execArgv: ['--no-deprecation'],
    env: withoutSecrets(process.env),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return {
    send: (message) => void child.send(message, () => undefined),
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
      child.once('error', (error) => resolve(error.message))
    }),
    onMessage: (hear) => void child.on('message', (message) => hear(message as NodeMessage)),
  }
}

/** Runs the node in a thread of the core's own process: the packed app cannot start itself as plain Node (a fuse of Electron forbids it). */
function threaded(program: string, start: object): Thread {
  const worker = new Worker(program, { argv: [JSON.stringify(start)], execArgv: [] })
  return {
    send: (message) => worker.postMessage(message),
    kill: () => void worker.terminate(),
    ended: new Promise((resolve) => {
      worker.once('exit', (code) => resolve(`exit code ${code}`))
      worker.once('error', (error) => resolve(error.message))
    }),
    onMessage: (hear) => void worker.on('message', hear),
  }
}
