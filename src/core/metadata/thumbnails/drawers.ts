import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { withoutSecrets } from '../../lib/live-environment.ts'
import { createGate } from '../gate.ts'
import type { DrawAnswer, DrawFault, DrawOrder, ThumbnailSize } from './thumbnail.ts'

/** Ours: two at a time, so that pictures leave room for minting. */
export const drawerBounds = { atATime: 2, drawMs: 10_000, startMs: 20_000, idleMs: 30_000 }

export interface Drawers {
  /** Draws a small picture, or returns why there is none. Never rejects. */
  draw(bytes: Uint8Array, size: ThumbnailSize): Promise<Uint8Array | DrawFault>
  close(): Promise<void>
}

export interface DrawersOptions {
  /** The file of `draw-process`. */
  program: string
  /** Called once, where this computer cannot draw anything. */
  warn(message: string): void
  bounds?: Partial<typeof drawerBounds>
}

/** A process, or a thread in the packaged app, that can be killed at any time. */
interface Drawer {
  send(order: DrawOrder): void
  kill(): Promise<void>
  hear(listener: (answer: DrawAnswer) => void): void
  ended: Promise<void>
}

/**
 * Draws small pictures in processes. A process starts when there is something to draw, ends after a while without work, and is
 * killed, with its picture, when a picture takes too long.
 */
export function openDrawers({ program, warn, bounds: given = {} }: DrawersOptions): Drawers {
  const bounds = { ...drawerBounds, ...given }
  const gate = createGate(bounds.atATime, bounds.atATime)
  const idle = new Map<Drawer, NodeJS.Timeout>()
  const alive = new Set<Drawer>()
  let off = false
  let closed = false
  let last = 0

  async function started(): Promise<Drawer | undefined> {
    const drawer = process.versions.electron === undefined ? forked(program) : threaded(program)
    alive.add(drawer)
    void drawer.ended.then(() => {
      alive.delete(drawer)
      clearTimeout(idle.get(drawer))
      idle.delete(drawer)
    })
    const first = await answerOf(drawer, () => true, bounds.startMs)
    if (first?.kind === 'ready') return drawer
    await drawer.kill()
    if (first?.kind === 'off' && !off) {
      off = true
      warn(`Small pictures cannot be made on this computer: ${first.message}`)
    }
    return undefined
  }

  function rest(drawer: Drawer): void {
    const end = (): void => {
      // Removed at once: until it has ended, it would be given the next picture.
      idle.delete(drawer)
      void drawer.kill()
    }
    idle.set(drawer, setTimeout(end, bounds.idleMs).unref())
  }

  function rested(): Drawer | undefined {
    for (const [drawer, timer] of idle) {
      clearTimeout(timer)
      idle.delete(drawer)
      return drawer
    }
    return undefined
  }

  async function drawn(bytes: Uint8Array, size: ThumbnailSize): Promise<Uint8Array | DrawFault> {
    if (off || closed) return 'off'
    const drawer = rested() ?? (await started())
    if (drawer === undefined) return off ? 'off' : 'slow'
    const id = ++last
    const answered = answerOf(drawer, (answer) => 'id' in answer && answer.id === id, bounds.drawMs)
    drawer.send({ id, bytes, size })
    const answer = await answered
    if (answer?.kind !== 'drawn' && answer?.kind !== 'refused') {
      await drawer.kill()
      return 'slow'
    }
    rest(drawer)
    return answer.kind === 'drawn' ? answer.bytes : answer.fault
  }

  return {
    draw: (bytes, size) => gate('', () => drawn(bytes, size)),
    async close() {
      closed = true
      await Promise.all([...alive].map((drawer) => drawer.kill()))
    },
  }
}

/** The first matching answer; undefined when the drawer ends first, or the time is over. */
function answerOf(drawer: Drawer, fits: (answer: DrawAnswer) => boolean, ms: number): Promise<DrawAnswer | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, undefined)
    const end = (answer: DrawAnswer | undefined): void => {
      clearTimeout(timer)
      resolve(answer)
    }
    void drawer.ended.then(() => end(undefined))
    drawer.hear((answer) => {
      if (fits(answer)) end(answer)
    })
  })
}

function forked(program: string): Drawer {
  const child = fork(program, [], {
    execArgv: [],
    env: withoutSecrets(process.env),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  let listener: (answer: DrawAnswer) => void = () => undefined
  child.on('message', (message) => listener(message as DrawAnswer))
  return {
    send: (order) => void child.send(order, () => undefined),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    hear(next) {
      listener = next
    },
    ended,
  }
}

/** The packaged app cannot start itself as plain Node (a fuse of Electron forbids it). */
function threaded(program: string): Drawer {
  const worker = new Worker(program, { execArgv: [] })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  let listener: (answer: DrawAnswer) => void = () => undefined
  worker.on('message', (message: DrawAnswer) => listener(message)).on('error', () => undefined)
  return {
    send: (order) => worker.postMessage(order),
    async kill() {
      await worker.terminate()
    },
    hear(next) {
      listener = next
    },
    ended,
  }
}
