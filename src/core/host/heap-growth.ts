import { setFlagsFromString } from 'node:v8'

/**
 * Ours: by how much of what is in use the heap may grow before what is not is collected, percent. V8 itself lets a heap of this size grow to three
 * times and more of it on a machine with much memory: with a million mints that was above 150 MB of nothing.
 */
const growthPercent = 40

/**
 * Keeps the heap of this process near what it uses. V8 reads the flag at each collection, so it counts from now on; a V8 that does not know it
 * goes on as usual.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}
