import { lstat, readdir } from 'node:fs/promises'

/** Files that systems and file managers leave in folders or on disks. */
const ofSystems =
  /^(?:\.DS_Store|\.Spotlight-V100|\.Trashes|\.Trash-\d+|\.fseventsd|\.TemporaryItems|lost\+found|System Volume Information|\$RECYCLE\.BIN|desktop\.ini|Thumbs\.db)$/i

/**
 * Whether Mintdesk may write into a folder that the person named: it holds no other files, and is no link to another place.
 * @param isOurs whether a name shows that Mintdesk wrote there before
 * @returns null where it may, or the folder does not exist; else why not, as the end of a sentence with the cure
 * @throws the system's error where the folder cannot be read
 */
export async function folderFault(folder: string, isOurs: (name: string) => boolean): Promise<string | null> {
  if (await isLink(folder)) return 'it is a link to another place: name the folder that it leads to'
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  if (names.some(isOurs)) return null
  const [other] = names.filter((name) => !ofSystems.test(name))
  if (other === undefined) return null
  return `it holds other files (${other}): name an empty folder, or a new one in it`
}

/** Whether a path is a symbolic link (or a Windows junction); false where nothing exists. */
export async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
