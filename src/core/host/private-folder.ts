/** Protects the data folder: no other user of the computer can read it, write into it, or replace it. */
import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CoreError } from '../lib/errors.ts'

/** The rights of group and others, as bits of a mode. */
const others = 0o077
const othersWrite = 0o022
const sticky = 0o1000
/** Names of Mintdesk's files that identify a data folder. */
const own = ['mintdesk.db', 'lock.db', 'window']

/** The user of this process; on Windows there is none, and a folder has the rights of the profile that it lies in. */
interface User {
  uid: number
  gid: number
}

/** From now on files that this process and its children create are for this user alone. */
export function keepFilesPrivate(): void {
  process.umask(others)
}

/**
 * Makes a data folder and everything in it accessible to this user alone: removes the rights of others where this user may. A subfolder without
 * such rights is taken to be in order, so that a start need not check every file.
 * @param dataDir an existing folder
 * @throws CoreError `data.exposed` with the cure, where others own it or its content, may replace it, or use it for other things
 */
export function makePrivate(dataDir: string, user: User | undefined = thisUser()): void {
  if (user === undefined) return
  const folder = realpathSync(dataDir)
  const refuse = (what: string, cure: string): never => {
    throw new CoreError(
      'data.exposed',
      `The data folder ${dataDir} is not safe from other users of this computer: ${what}. ${cure}`,
    )
  }
  const exposed = exposureOf(folder, user)
  if (exposed !== undefined) refuse(exposed.what, exposed.cure)
  const found = statSync(folder)
  if ((found.mode & others) !== 0) {
    const names = readdirSync(folder)
    if (names.length > 0 && !names.some((name) => own.includes(name)))
      refuse(
        'others may look into it, and it holds other things than Mintdesk’s',
        'Choose a folder for Mintdesk alone, or close this one (chmod go-rwx).',
      )
    close(folder, found.mode)
    if ((statSync(folder).mode & others) !== 0)
      refuse('others may look into it, and its disk cannot forbid that', 'Choose a folder on a disk that can.')
  }
  closeEntries(folder, user, (path) =>
    refuse(`${path} in it belongs to another user`, 'Look at what it is, and remove it or make it yours (chown).'),
  )
}

/** What is wrong with an existing folder that another user owns or could replace, and the cure; undefined for every other folder. */
export function exposureOf(
  dataDir: string,
  user: User | undefined = thisUser(),
): { what: string; cure: string } | undefined {
  if (user === undefined) return undefined
  const folder = realpathSync(dataDir)
  const found = statSync(folder)
  if (isForeign(found, user))
    return {
      what: `it belongs to the user with the number ${found.uid}`,
      cure: 'Run Mintdesk as that user, or choose a folder of your own.',
    }
  const replaceable = replaceableAbove(folder, user)
  if (replaceable === undefined) return undefined
  // Only its owner and root may change the rights of a folder.
  const isOthers = user.uid !== 0 && isForeign(statSync(replaceable), user)
  return {
    what: `others may put another one in its place, because they may write in ${replaceable}`,
    cure: isOthers
      ? 'Choose a folder somewhere else.'
      : `Forbid that (chmod go-w ${replaceable}), or choose a folder somewhere else.`,
  }
}

/** Whether a folder belongs to this user, and nobody else can write into it or replace it. */
export function isPrivate(folder: string, user: User | undefined = thisUser()): boolean {
  if (user === undefined) return true
  try {
    const found = lstatSync(folder)
    const safe = found.isDirectory() && !isForeign(found, user) && (found.mode & othersWrite) === 0
    return safe && replaceableAbove(realpathSync(folder), user) === undefined
  } catch {
    return false
  }
}

function thisUser(): User | undefined {
  return process.getuid === undefined || process.getgid === undefined
    ? undefined
    : { uid: process.getuid(), gid: process.getgid() }
}

function isForeign({ uid }: Stats, user: User): boolean {
  return uid !== user.uid && uid !== 0
}

/** The first parent folder in which another user could rename the path to the folder. Root is not counted, since it can do anything. */
function replaceableAbove(folder: string, user: User): string | undefined {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at)
    const groupIsOurs = gid === user.gid || gid === 0
    const writable = (mode & (groupIsOurs ? 0o002 : othersWrite)) !== 0 && (mode & sticky) === 0
    // Root may use folders of other users, as in containers; that is its own choice.
    if (writable || (uid !== user.uid && uid !== 0 && user.uid !== 0)) return at
    if (dirname(at) === at) return undefined
  }
}

/** Removes the rights of others in a folder, subfolders last: so a subfolder without them was processed completely. */
function closeEntries(folder: string, user: User, foreign: (path: string) => never): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    // The running core may delete its temporary files meanwhile.
    if (found === undefined) continue
    if (isForeign(found, user)) foreign(path)
    if ((found.mode & others) === 0 || !(found.isFile() || found.isDirectory())) continue
    if (found.isDirectory()) closeEntries(path, user, foreign)
    close(path, found.mode)
  }
}

function close(path: string, mode: number): void {
  try {
    chmodSync(path, mode & 0o7700)
  } catch (error) {
    // The file is gone, or its disk has no rights: what matters is that the data folder is closed.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
