import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import type { StringStore } from '../../../shared/spreadsheet/workbook/strings.ts'

const blockBytes = 64 * 1024
/** Blocks in the cache: 16 MiB. */
const blocksKept = 256
/** The place of every 16th text is kept; from there the lengths lead to the texts in between. */
const step = 16

/**
 * The texts that a workbook's cells share, in a file, so that memory does not grow with their number. Most programs number texts in the order
 * of their first use, so texts that are read together lie together. All texts must be added before the first is read.
 */
export function openStringFile(path: string): StringStore & { close(): void } {
  let file: number | undefined
  let waiting = Buffer.alloc(0)
  let used = 0
  let written = 0
  let count = 0
  let places = new Float64Array(1_024)
  const blocks = new LRUCache<number, Buffer>({ max: blocksKept })

  function flush(): void {
    if (used === 0) return
    file ??= openSync(path, 'w+', 0o600)
    writeSync(file, waiting, 0, used, written)
    written += used
    used = 0
  }

  function notePlace(): void {
    const at = count / step
    if (at === places.length) {
      const more = new Float64Array(at * 2)
      more.set(places)
      places = more
    }
    places[at] = written + used
  }

  function read(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, file === undefined ? 0 : readSync(file, bytes, 0, length, from))
  }

  function block(at: number): Buffer {
    const known = blocks.get(at)
    if (known !== undefined) return known
    const bytes = read(at * blockBytes, blockBytes)
    blocks.set(at, bytes)
    return bytes
  }

  function slice(from: number, to: number): Buffer {
    const at = Math.floor(from / blockBytes)
    const start = at * blockBytes
    return to <= start + blockBytes ? block(at).subarray(from - start, to - start) : read(from, to - from)
  }

  return {
    add(text) {
      const most = text.length * 3 + 4
      if (used + most > waiting.length) {
        flush()
        if (most > waiting.length) waiting = Buffer.alloc(Math.max(most, 1024 ** 2))
      }
      if (count % step === 0) notePlace()
      const length = waiting.write(text, used + 4, 'utf8')
      waiting.writeUInt32LE(length, used)
      used += length + 4
      count++
    },
    get(index) {
      if (!(Number.isInteger(index) && index >= 0 && index < count)) return undefined
      flush()
      const group = Math.floor(index / step)
      const end = (group + 1) * step < count ? (places[group + 1] ?? written) : written
      const bytes = slice(places[group] ?? 0, end)
      let at = 0
      for (let left = index % step; left > 0; left--) at += bytes.readUInt32LE(at) + 4
      return bytes.toString('utf8', at + 4, at + 4 + bytes.readUInt32LE(at))
    },
    close() {
      if (file === undefined) return
      closeSync(file)
      rmSync(path, { force: true })
    },
  }
}
