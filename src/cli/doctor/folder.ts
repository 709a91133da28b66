/** Checks the data folder: whether it can be used, how much free space it has, and how fast its disk is. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { networkFolderWarning } from '../../core/host/network-file-system.ts'
import { exposureOf, isPrivate } from '../../core/host/private-folder.ts'
import { checkFormat } from '../../core/store/migrations/migrate.ts'
import { bytes } from '../../shared/format.ts'
import { checked, type Line } from './line.ts'

/** Ours, bytes: a run of a hundred thousand NFTs writes about one gigabyte with its pictures. */
const littleRoom = 2 * 1024 ** 3
const noRoom = 100 * 1024 ** 2
/** Ours, ms: each batch waits for a few forced writes; a modern disk needs a fraction of this. */
const slowWrite = 20
const writes = 9

/** The checks of a folder that may not exist yet. */
export function checkFolder(dataDir: string): Promise<Line>[] {
  return [
    checked('data folder', () => checkRights(dataDir)),
    checked('file system', () => {
      const says = networkFolderWarning(lowestThere(dataDir))
      return says === undefined
        ? {
            name: 'file system',
            state: 'ok',
            says: 'The data folder lies on a disk of this computer, as far as can be told.',
          }
        : { name: 'file system', state: 'slow', says }
    }),
    checked('free space', () => {
      const { bavail, bsize } = statfsSync(lowestThere(dataDir))
      return checkRoom(bavail * bsize)
    }),
    checked('database', () => checkDatabase(join(dataDir, 'mintdesk.db'))),
    checked('disk speed', () => checkSpeed(dataDir)),
  ]
}

function checkRights(dataDir: string): Line {
  const name = 'data folder'
  if (!existsSync(dataDir)) {
    accessSync(lowestThere(dataDir), constants.W_OK)
    return { name, state: 'note', says: `${dataDir} is not there yet; it is made at the first start.` }
  }
  if (!statSync(dataDir).isDirectory())
    return {
      name,
      state: 'broken',
      says: `${dataDir} is not a folder.`,
      cure: 'Name another one (--data, MINTDESK_HOME).',
    }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const cure = 'Make it writable for you, or name another one (--data, MINTDESK_HOME).'
    return { name, state: 'broken', says: `${dataDir} cannot be written.`, cure }
  }
  const exposed = exposureOf(dataDir)
  if (exposed !== undefined)
    return {
      name,
      state: 'broken',
      says: `${dataDir} is not safe from other users of this computer: ${exposed.what}.`,
      cure: exposed.cure,
    }
  if (!isPrivate(dataDir))
    return {
      name,
      state: 'broken',
      says: `Other users of this computer may write in ${dataDir}.`,
      cure: `Forbid it (chmod go-rwx ${dataDir}), or name another one (--data, MINTDESK_HOME).`,
    }
  return { name, state: 'ok', says: `${dataDir} can be written, by you alone.` }
}

/** @param free bytes that may be written */
export function checkRoom(free: number): Line {
  const says = `${bytes(free)} are free for the data folder.`
  const cure = 'Free some space: what was accepted is safe, and goes on when there is room.'
  if (free < noRoom) return { name: 'free space', state: 'broken', says, cure }
  return free < littleRoom
    ? { name: 'free space', state: 'slow', says, cure }
    : { name: 'free space', state: 'ok', says }
}

function checkDatabase(file: string): Line {
  if (!existsSync(file))
    return { name: 'database', state: 'note', says: 'There is no database yet; it is made at the first start.' }
  checkFormat(file)
  return { name: 'database', state: 'ok', says: 'The database is of this version.' }
}

/** Measures the disk: forces a few pages to it, as each batch does, in a temporary file. */
function checkSpeed(dataDir: string): Line {
  if (!existsSync(dataDir))
    return { name: 'disk speed', state: 'note', says: 'Measured once the data folder is there.' }
  const path = join(dataDir, `doctor-${process.pid}.tmp`)
  const file = openSync(path, 'wx', 0o600)
  const times: number[] = []
  try {
    for (let at = 0; at < writes; at++) {
      const began = performance.now()
      writeSync(file, Buffer.alloc(4_096, at))
      fsyncSync(file)
      times.push(performance.now() - began)
    }
  } finally {
    closeSync(file)
    rmSync(path, { force: true })
  }
  return judgeSpeed(times.sort((a, b) => a - b)[Math.floor(writes / 2)] ?? 0)
}

/** @param median ms that a forced write takes */
export function judgeSpeed(median: number): Line {
  const says = `A write that reaches the disk takes ${median.toFixed(1)} ms.`
  if (median < slowWrite) return { name: 'disk speed', state: 'ok', says }
  return {
    name: 'disk speed',
    state: 'slow',
    says,
    cure: 'Minting waits for such writes: a data folder on an SSD is faster.',
  }
}

/** The folder itself, or its nearest ancestor that exists. */
function lowestThere(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : lowestThere(dirname(folder))
}
