/** Whether a folder lies on a network file system, whose locks SQLite cannot rely on. https://www.sqlite.org/faq.html#q5 */
import { statfsSync } from 'node:fs'

/** By Linux's magic numbers (statfs(2)), which no other system uses. */
const networked: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
  [0x786f4256, 'a shared folder of VirtualBox'],
])

export interface FileSystemFacts {
  /** `process.platform` */
  platform: string
  /** The magic number of the file system of a path. @throws the system's error */
  typeOf(path: string): number
}

const here: FileSystemFacts = { platform: process.platform, typeOf: (path) => statfsSync(path).type }

/** The name of a folder's network file system; undefined: none that is known, as always on macOS. */
export function networkFileSystem(folder: string, { platform, typeOf }: FileSystemFacts = here): string | undefined {
  if (platform === 'win32') return /^[\\/]{2}[^\\/?.]/.test(folder) ? 'a network share' : undefined
  if (platform !== 'linux') return undefined
  try {
    // Numbers above 2^31 are negative on some machines.
    return networked.get(typeOf(folder) >>> 0)
  } catch {
    return undefined
  }
}

/** The warning for the person; undefined where nothing is wrong. */
export function networkFolderWarning(folder: string, facts: FileSystemFacts = here): string | undefined {
  const name = networkFileSystem(folder, facts)
  return name === undefined
    ? undefined
    : `The data folder ${folder} lies on a network file system (${name}), whose locks may not hold: two computers could mint from it at once, and the database could be damaged. Move it to a disk of this computer (--data), and keep backups there instead.`
}
