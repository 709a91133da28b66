import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { CoreError } from './errors.ts'

/** A file that the person opened with Mintdesk, for the window. */
interface Opened {
  path: string
  name: string
  /** Bytes. */
  size: number
}

export interface OpenedFiles {
  /** Call it when the system asks to open a file with Mintdesk. @returns the id with which the window gets it, once */
  offer(path: string): string
  /** @throws CoreError `file.gone` where the id is unknown or was used, or the file no longer exists */
  take(id: string): Promise<Opened>
}

/** The files that the desktop shell was asked to open: the window gets the bytes of these, and of no other file on the disk. */
export function openedFiles(): OpenedFiles {
  const offered = new Map<string, string>()
  return {
    offer(path) {
      const id = randomUUID()
      offered.set(id, path)
      return id
    },
    async take(id) {
      const path = offered.get(id)
      offered.delete(id)
      const found = path === undefined ? undefined : await stat(path).catch(() => undefined)
      if (path === undefined || !found?.isFile())
        throw new CoreError('file.gone', `The file ${path ?? ''} is not there any more: drop it into the window.`)
      return { path, name: basename(path), size: found.size }
    },
  }
}
