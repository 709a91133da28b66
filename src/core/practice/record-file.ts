import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { lineOf, type RecordEntry } from './record-entries.ts'
import { syncFolder } from './state-files.ts'

/** A record open for writing. */
export interface RecordFile {
  /**
   * Resolves when the entries are on disk, in the order of the calls. Entries that arrive during an `fsync` share the next one. While the disk
   * does not take them (it is full, for example) they are tried again and again.
   * @throws when the record is closed before that
   */
  append(entries: readonly RecordEntry[]): Promise<void>
  /** Resolves when all that was appended is on disk. */
  written(): Promise<void>
  /** Tries once more to write what is queued, then closes the file. */
  close(): Promise<void>
}

export interface RecordFileOptions {
  /** Called with the error of a failed write, and with null when writing works again. */
  onFault(error: unknown): void
  /** Stops the retries. */
  signal: AbortSignal
  /** Milliseconds before a failed write is tried again. */
  retryMs?: number
}

/** Creates a record; its first entries and its name are on disk when this resolves. @returns its length in bytes */
export async function createRecord(file: string, entries: readonly RecordEntry[]): Promise<number> {
  const line = lineOf(entries)
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await writeAt(handle, line, 0)
    await handle.sync()
  } catch (error) {
    await rm(`${file}.new`, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  await syncFolder(dirname(file))
  return line.length
}

/** @param end how many of its bytes count; the rest was part of no answer and is cut off */
export async function openRecord(
  file: string,
  end: number,
  { onFault, signal, retryMs = 1_000 }: RecordFileOptions,
): Promise<RecordFile> {
  const handle = await open(file, 'r+')
  await handle.truncate(end)
  const closing = new AbortController()
  const ending = AbortSignal.any([signal, closing.signal])
  let queue: { entries: readonly RecordEntry[]; done(): void; failed(error: unknown): void }[] = []
  let at = end
  let faulty = false
  let writing: Promise<void> | undefined

  const put = async (line: Buffer): Promise<void> => {
    for (;;) {
      try {
        await writeAt(handle, line, at)
        await handle.datasync()
        at += line.length
        if (faulty) onFault(null)
        faulty = false
        return
      } catch (error) {
        faulty = true
        onFault(error)
        if (ending.aborted) throw error
        // No further entry may follow half a line.
        await handle.truncate(at).catch(() => undefined)
        await wait(retryMs, undefined, { signal: ending }).catch(() => undefined)
      }
    }
  }
  const write = async (): Promise<void> => {
    while (queue.length > 0) {
      const group = queue
      queue = []
      try {
        await put(lineOf(group.flatMap(({ entries }) => entries)))
        for (const { done } of group) done()
      } catch (error) {
        for (const { failed } of [...group, ...queue]) failed(error)
        queue = []
      }
    }
    writing = undefined
  }

  return {
    append(entries) {
      if (entries.length === 0) return Promise.resolve()
      if (closing.signal.aborted) return Promise.reject(new Error('the record was closed'))
      return new Promise((done, failed) => {
        queue.push({ entries, done, failed })
        writing ??= write()
      })
    },
    written: () => writing ?? Promise.resolve(),
    async close() {
      closing.abort()
      await writing
      await handle.close()
    },
  }
}

async function writeAt(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}
