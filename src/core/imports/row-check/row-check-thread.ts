import { Worker } from 'node:worker_threads'
import type { EachRow, EachRules, RawRow } from './check-each.ts'
import { type PackedRows, unpackRows } from './pack-rows.ts'

/** Rows to check; the thread answers orders in their order. */
export interface RowsOrder {
  rows: readonly RawRow[]
  rules: EachRules
}
export type RowsAnswer = PackedRows

/** Checks rows, each by itself, in a thread of its own. */
export interface RowCheckThread {
  /** Rejects when the thread has ended. */
  check(rows: readonly RawRow[], rules: EachRules): Promise<EachRow[]>
  close(): Promise<void>
}

/** Ours: rows in one message. Fewer objects are then alive when the thread collects its young generation (docs/benchmarks.md, *Checking rows*). */
const rowsPerMessage = 250

/** @param program path of the thread's program: `row-checker` beside the other workers */
export function openRowCheckThread(program: string): RowCheckThread {
  const thread = new Worker(program, {
    execArgv: [],
    // With 8 MB for the young generation the thread collects so often that it takes a tenth more of the processor.
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
  const send = (rows: readonly RawRow[], rules: EachRules) =>
    new Promise<EachRow[]>((resolve, reject) => {
      if (ended) return reject(ended)
      waiting.push({ raw: rows, answer: resolve, fail: reject })
      thread.postMessage({ rows, rules } satisfies RowsOrder)
    })
  return {
    async check(rows, rules) {
      const parts: Promise<EachRow[]>[] = []
      for (let at = 0; at === 0 || at < rows.length; at += rowsPerMessage)
        parts.push(send(rows.slice(at, at + rowsPerMessage), rules))
      return (await Promise.all(parts)).flat()
    },
    async close() {
      await thread.terminate()
    },
  }
}
