import { CoreError } from '../../lib/errors.ts'
import { openSheet } from '../../store/import-sheet/sheet.ts'
import type { SheetIdentity } from './ready-mints.ts'

/** The rows of an import that go into a run. */
export interface OpenReady {
  /** The database that holds them. */
  file: string
  /** The identity of all NFTs together; null where a correction changed it and it is not computed yet. */
  identity(): SheetIdentity | null
  /** Reads the sources of `atMost` NFTs from a place in the file on. @throws CoreError `import.unreadable` */
  requireReadable(ordinal: number, atMost: number): void
  close(): void
}

/**
 * Opens the rows of a checked file, to be entered into a run piece by piece.
 * @throws CoreError `import.unreadable` where they are gone or damaged; the methods of the result throw it too
 */
export function openReady(file: string): OpenReady {
  const sheet = readable(() => openSheet(file, { readonly: true }))
  return {
    file,
    identity: () => readable(() => (sheet.meta('identity') ?? null) as SheetIdentity | null),
    requireReadable: (ordinal, atMost) => readable(() => sheet.readNfts(ordinal, atMost)),
    close: () => sheet.close(),
  }
}

/** SQLite's codes for a file that is missing or damaged. Other faults may be over at the next try. */
const lastingFaults = /^SQLITE_(CANTOPEN|CORRUPT|NOTADB)/

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!lastingFaults.test(code)) throw error
    const what = code.startsWith('SQLITE_CANTOPEN') ? 'are gone' : 'are damaged'
    throw new CoreError('import.unreadable', `the rows that Mintdesk keeps of the file ${what} (${code})`)
  }
}
