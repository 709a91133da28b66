import { Worker } from 'node:worker_threads'
import type { EachRow, EachRules, RawRow } from './check-each.ts'
import { type PackedRows, unpackRows } from './pack-rows.ts'

/** Rows that the thread is to check; it answers in their order. */
export interface RowsOrder {
  rows: readonly RawRow[]
  rules: EachRules
}
export type RowsAnswer = PackedRows

/** Checks rows, each by itself, in a thread of its own. */
export interface RowCheckThread {
  /** Fails where the thread has ended. */
  check(rows: readonly RawRow[], rules: EachRules): Promise<EachRow[]>
  close(): Promise<void>
}

/** @param program the thread's: `row-checker` beside the other workers */
export function openRowCheckThread(program: string): RowCheckThread {
  const thread = new Worker(program, {
    execArgv: [],
    // It holds a few pieces of rows at a time; with a smaller young generation it spends a third of its time on collecting.
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 },
  })
  const waiting: { raw: readonly RawRow[]; answer: (rows: EachRow[]) => void; fail: (error: Error) => void }[] = []
  let ended: Error | undefined
  const end = (error: Error) => {
    ended ??= error
    for (const { fail } of waiting.splice(0)) fail(ended)
  }
  thread.on('message', (packed: RowsAnswer) => {
    const first = waiting.shift()
    first?.answer(unpackRows(packed, first.raw))
  })
  thread.on('error', end)
  thread.on('exit', () => end(new Error('the thread that checks rows ended too early')))
  return {
    check: (rows, rules) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        waiting.push({ raw: rows, answer: resolve, fail: reject })
        thread.postMessage({ rows, rules } satisfies RowsOrder)
      }),
    async close() {
      await thread.terminate()
    },
  }
}
