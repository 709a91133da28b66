import { StorageError } from './durable-file.ts'
import { isDiskFull } from './errors.ts'

/** Codes of errors of the system that come from its disk or its limits, and from no network. */
const systemCodes = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'])

/** What is wrong with the disk of this computer, with the cure, in sentences; null for any other error. */
export function computerFault(error: unknown): string | null {
  if (isDiskFull(error)) return 'The disk is full. Free some space.'
  if (error instanceof StorageError) return error.message
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = String(error.code)
  if (!code.startsWith('SQLITE_') && !systemCodes.has(code)) return null
  return `A file of the data folder cannot be used (${error.message}). Check the disk, and who may write there.`
}
