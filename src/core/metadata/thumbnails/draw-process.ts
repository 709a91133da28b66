/**
 * The process that draws small pictures, apart from the keys: its input is untrusted. In the packaged app, which cannot start
 * plain Node, it is a thread.
 */
import { parentPort } from 'node:worker_threads'
import { type Draw, drawWith } from './draw.ts'
import type { DrawAnswer, DrawOrder } from './thumbnail.ts'

/** Ours, only for a separate process: a picture that needs more memory ends the process and is given up. */
const mostMemory = 1024 * 1024 * 1024

const say = (answer: DrawAnswer): void => {
  if (parentPort) parentPort.postMessage(answer)
  else process.send?.(answer)
}

async function draw(draws: Draw, { id, bytes, size }: DrawOrder): Promise<void> {
  const made = await draws(bytes, size)
  say(typeof made === 'string' ? { kind: 'refused', id, fault: made } : { kind: 'drawn', id, bytes: made })
}

async function start(): Promise<void> {
  try {
    const { default: sharp } = await import('sharp')
    const draws = drawWith(sharp)
    const hear = (order: DrawOrder): void => void draw(draws, order)
    if (parentPort) parentPort.on('message', hear)
    else process.on('message', hear).on('disconnect', () => process.exit())
    say({ kind: 'ready' })
  } catch (error) {
    say({ kind: 'off', message: error instanceof Error ? error.message : String(error) })
  }
}

if (!parentPort) {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL')
  }, 100)
  watch.unref()
}
void start()
