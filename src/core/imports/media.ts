import { readdir } from 'node:fs/promises'
import { extname } from 'node:path'
import { LinkedFileError } from '../metadata/linked-file-error.ts'
import { findMediaFile } from '../metadata/media-folder.ts'

/** The folder of an import's dropped media, beside the file of its rows. It is never stored: after a restore the data folder may lie elsewhere. */
export function mediaBeside(sheetFile: string): string {
  return `${sheetFile.slice(0, -extname(sheetFile).length)}-media`
}

export interface MediaFolder {
  /** What is wrong with a file of the folder and what to do, or undefined. Each file is read once. */
  fault(name: string): Promise<string | undefined>
}

/** Checks the files of a media folder by the rules of minting, so that minting does not refuse what passes here. */
export function openMediaFolder(dir: string): MediaFolder {
  const known = new Map<string, string | undefined>()
  return {
    async fault(name) {
      if (known.has(name)) return known.get(name)
      // The cache is bounded, so that a million files take no more memory than a few.
      if (known.size > 50_000) known.clear()
      const fault = await faultOf(dir, name)
      known.set(name, fault)
      return fault
    },
  }
}

/** How many files a folder and the folders in it hold; 0 where there is none. */
export async function countFiles(dir: string | null): Promise<number> {
  if (dir === null) return 0
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}

async function faultOf(dir: string, name: string): Promise<string | undefined> {
  try {
    await findMediaFile(dir, name)
    return undefined
  } catch (error) {
    if (error instanceof LinkedFileError) return error.message
    throw error
  }
}
