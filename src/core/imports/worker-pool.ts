import { dirname, extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { NameAnswer } from '../chains/family/names.ts'
import { CoreError } from '../lib/errors.ts'
import type { AskContracts } from './contract-lookup.ts'
import type { AskNames } from './name-lookup.ts'
import type { ContractsAnswer, NamesAnswer, Outcome, Task, WorkerMessage, WorkerStart, WorkOrder } from './protocol.ts'

/** Callbacks for what a task reports and asks. */
export interface TaskHears {
  progress(outcome: Outcome): void
  contracts: AskContracts
  names: AskNames
}

export interface WorkerPool {
  /** Does a task on a sheet. @throws CoreError when it cannot be done, or was stopped. */
  run(sheetFile: string, task: Task, hears: TaskHears): Promise<Outcome>
  /** Stops the task on a sheet at once. */
  stop(sheetFile: string): Promise<void>
  /** Stops everything and ends all workers. */
  close(): Promise<void>
}

/** How long an idle worker waits for the next task. */
const idleMilliseconds = 30_000

interface Busy {
  worker: Worker
  end: (error: Error) => void
}

/** Threads that check spreadsheets: one for each sheet with a task; an idle one waits a while for the next task. */
export function createWorkerPool(workerFile: string, storeFile: string): WorkerPool {
  const beside = (name: string) => join(dirname(workerFile), `${name}${extname(workerFile)}`)
  const start: WorkerStart = { storeFile, readerFile: beside('workbook-reader'), rowChecker: beside('row-checker') }
  const busy = new Map<string, Busy>()
  const idle = new Map<Worker, NodeJS.Timeout>()

  function take(): Worker {
    for (const [worker, timer] of idle) {
      clearTimeout(timer)
      idle.delete(worker)
      worker.ref()
      return worker
    }
    return new Worker(workerFile, {
      workerData: start,
      execArgv: [],
      // Memory must not grow with the file; if a fault makes it grow, that ends the worker, never the core.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 },
    })
  }

  function rest(worker: Worker): void {
    worker.unref()
    const timer = setTimeout(() => {
      idle.delete(worker)
      worker.postMessage('close')
    }, idleMilliseconds)
    idle.set(worker, timer.unref())
  }

  async function stop(sheetFile: string): Promise<void> {
    const one = busy.get(sheetFile)
    await one?.worker.terminate()
    one?.end(new CoreError('import.cancelled', 'Checking the file was stopped: give it again.'))
  }

  return {
    run: (sheetFile, task, hears) =>
      new Promise((resolve, reject) => {
        const worker = take()
        const finish = () => {
          worker.off('message', hear).off('error', fail).off('exit', ended)
          busy.delete(sheetFile)
        }
        const end = (error: Error) => {
          finish()
          reject(error)
        }
        busy.set(sheetFile, { worker, end })
        const hear = (message: WorkerMessage) => {
          if (message.kind === 'progress') return hears.progress(message.outcome)
          if (message.kind === 'contracts') {
            const answer = (contracts: string[] | null) => worker.postMessage({ contracts } satisfies ContractsAnswer)
            hears.contracts(message.chain, message.addresses).then(answer, () => answer(null))
            return
          }
          if (message.kind === 'names') {
            const answer = (names: NameAnswer[] | null) => worker.postMessage({ names } satisfies NamesAnswer)
            hears.names(message.chain, message.names).then(answer, () => answer(null))
            return
          }
          finish()
          rest(worker)
          if (message.kind === 'done') resolve(message.outcome)
          else reject(new CoreError(message.code ?? 'import.failed', message.message))
        }
        const fail = (error: Error) =>
          end(new CoreError('import.failed', `Checking the file failed: ${error.message}.`))
        const ended = () => end(new CoreError('import.failed', 'Checking the file ended too early: give it again.'))
        worker.on('message', hear).on('error', fail).on('exit', ended)
        worker.postMessage({ sheetFile, task } satisfies WorkOrder)
      }),
    stop,
    async close() {
      await Promise.all([...busy.keys()].map(stop))
      const resting = [...idle]
      idle.clear()
      for (const [worker, timer] of resting) {
        clearTimeout(timer)
        await worker.terminate()
      }
    },
  }
}
