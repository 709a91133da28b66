import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import { moveInto, writeTemporary } from '../../lib/durable-file.ts'
import { readSetting, writeSetting } from '../installation/settings.ts'
import type { Store } from '../sqlite/open.ts'
import type { QueueKey } from './signer-queue.ts'

/** The highest sequence of a signer of which bytes may have left the machine, and the hash of the attempt that took it first. */
export interface Mark {
  sequence: number
  hash: string
}

/**
 * How far each signer used its sequences, kept outside the database. A database that was restored from an older copy sees by it that it is
 * behind, even when no node shows what the newer copy sent.
 */
export interface SignedMarks {
  /** Why the marks cannot be relied on in this session, as a sentence; null when they can. */
  readonly fault: string | null
  of(queue: QueueKey): Mark | null
  /** Raises a mark, unless it is as high already. On disk when it resolves; bytes may leave the machine only then. Calls share a write. */
  raise(queue: QueueKey, mark: Mark): Promise<void>
  /** Removes the marks of a network that begins afresh, for which nothing was ever signed. On disk when it resolves. */
  forget(network: string): Promise<void>
  close(): Promise<void>
}

/** Whether the database was used with marks: a missing file is a fault from then on. */
const settingKey = 'signed-marks'

/** Opens the marks in `file`; only whole lines count. `unfinished`: a folder on the same disk for files that are being written. */
export async function openSignedMarks(db: Store, file: string, unfinished: string): Promise<SignedMarks> {
  const found = await read(file)
  const expected = (await readSetting(db, settingKey, z.literal(true))) ?? false
  let fault: string | null = null
  if (found === null && expected) fault = faultOf(file, 'is missing')
  if (found?.damaged) {
    fault = faultOf(file, 'is damaged')
    await rename(file, `${file}.damaged`)
  }
  const durable = found?.marks ?? new Map<string, Mark>()
  const wanted = new Map(durable)
  /** Each opening writes the file anew: with one more line for each raise it would grow for ever. */
  async function begin(): Promise<{ handle: FileHandle; length: number }> {
    const text = [...durable].map(([queue, mark]) => line(queue, mark)).join('')
    await moveInto(await writeTemporary(unfinished, [Buffer.from(text)]), file)
    return { handle: await open(file, 'r+'), length: Buffer.byteLength(text) }
  }
  let { handle, length } = await begin()
  if (!expected) await writeSetting(db, settingKey, true)
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  async function write(): Promise<void> {
    next = null
    const raised = [...wanted].filter(([queue, { sequence }]) => sequence > (durable.get(queue)?.sequence ?? -1))
    if (raised.length === 0) return
    const bytes = Buffer.from(raised.map(([queue, mark]) => line(queue, mark)).join(''))
    // At a fixed offset: this overwrites a line of which a full disk took only a part.
    for (let at = 0; at < bytes.length; )
      at += (await handle.write(bytes, at, bytes.length - at, length + at)).bytesWritten
    await handle.datasync()
    length += bytes.length
    for (const [queue, mark] of raised) durable.set(queue, mark)
  }

  return {
    fault,
    of: (queue) => durable.get(keyOf(queue)) ?? null,
    raise(queue, mark) {
      const key = keyOf(queue)
      if ((durable.get(key)?.sequence ?? -1) >= mark.sequence) return Promise.resolve()
      if ((wanted.get(key)?.sequence ?? -1) < mark.sequence) wanted.set(key, mark)
      next ??= writing = writing.catch(() => {}).then(write)
      return next
    },
    forget(network) {
      const forgotten = async (): Promise<void> => {
        for (const marks of [durable, wanted])
          for (const queue of marks.keys()) if (queue.startsWith(`${network} `)) marks.delete(queue)
        const last = handle
        ;({ handle, length } = await begin())
        await last.close()
      }
      writing = writing.catch(() => {}).then(forgotten)
      return writing
    },
    async close() {
      await writing.catch(() => {})
      await handle.close()
    },
  }
}

function faultOf(file: string, what: string): string {
  return `The file ${file}, which says how far the keys were used, ${what}, so it cannot be told whether this database is the newest. If you put an older copy back, wait until the treasury's transactions are through before the same NFTs are asked for again.`
}

function keyOf({ network, signer }: QueueKey): string {
  return `${network} ${signer}`
}

function line(queue: string, { sequence, hash }: Mark): string {
  const text = `${queue} ${sequence} ${hash}`
  return `${text} ${checksum(text)}\n`
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Null when there is no file. An incomplete last line was being written when the machine stopped: nothing of it had been sent. */
async function read(file: string): Promise<{ marks: Map<string, Mark>; damaged: boolean } | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const marks = new Map<string, Mark>()
  const lines = text.split('\n')
  const unfinished = lines.pop() ?? ''
  let damaged = false
  for (const [at, one] of lines.entries()) {
    const [, queue = '', sequence = '', hash = '', sum] = /^(\S+ \S+) (\d+) (\S+) (\w+)$/.exec(one) ?? []
    if (sum !== checksum(`${queue} ${sequence} ${hash}`)) {
      if (at < lines.length - 1 || unfinished !== '') damaged = true
      continue
    }
    if ((marks.get(queue)?.sequence ?? -1) < Number(sequence)) marks.set(queue, { sequence: Number(sequence), hash })
  }
  return { marks, damaged }
}
