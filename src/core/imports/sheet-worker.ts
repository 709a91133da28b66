import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CoreError } from '../errors.ts'
import type { Outcome, Task, WorkerMessage, WorkerStart } from './protocol.ts'

/**
 * Where the worker's program is: beside the sources when they run directly, else what the build made of it.
 *
 * @param root the folder of the repository, or of the packaged app.
 */
export function importWorkerFile(root: string): string {
  return import.meta.url.endsWith('.ts')
    ? join(root, 'src/core/imports/import-worker.ts')
    : join(root, 'out/main/import-worker.js')
}

export interface SheetWorker {
  /** Does a task after those before it. @throws CoreError when it cannot be done. */
  run(task: Task, progress: (outcome: Outcome) => void): Promise<Outcome>
  /** Ends it at once; what it was doing is lost. */
  kill(): Promise<void>
}

interface Waiting {
  progress: (outcome: Outcome) => void
  resolve: (outcome: Outcome) => void
  reject: (error: Error) => void
}

/** How long a worker that has nothing to do waits for the next correction. */
const idleMilliseconds = 30_000

/** Starts the worker thread of one import. It ends by itself when it had nothing to do for a while; `onEnd` says that it has. */
export function startSheetWorker(workerFile: string, start: WorkerStart, onEnd: () => void): SheetWorker {
  const worker = new Worker(workerFile, {
    workerData: start,
    execArgv: [],
    // Memory must not grow with the file; a fault in that would end the worker, never the core.
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  })
  const waiting: Waiting[] = []
  let ended: Error | undefined
  let idle: NodeJS.Timeout | undefined
  const rest = () => {
    worker.unref()
    idle = setTimeout(() => {
      ended ??= new CoreError('import.cancelled', 'The worker has ended.')
      onEnd()
      worker.postMessage('close')
    }, idleMilliseconds).unref()
  }
  const end = (error: Error) => {
    ended ??= error
    clearTimeout(idle)
    onEnd()
    for (const one of waiting.splice(0)) one.reject(ended)
  }
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'progress') {
      waiting[0]?.progress(message.outcome)
      return
    }
    const one = waiting.shift()
    if (message.kind === 'done') one?.resolve(message.outcome)
    else one?.reject(new CoreError(message.code ?? 'import.failed', message.message))
    if (waiting.length === 0) rest()
  })
  worker.on('error', (error) => end(new CoreError('import.failed', `The file could not be checked: ${error.message}.`)))
  const exit = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      end(new CoreError('import.cancelled', 'Checking the file was stopped.'))
      resolve()
    })
  })
  return {
    run: (task, progress) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended)
        clearTimeout(idle)
        worker.ref()
        waiting.push({ progress, resolve, reject })
        worker.postMessage(task)
      }),
    kill: async () => {
      await worker.terminate()
      return exit
    },
  }
}
