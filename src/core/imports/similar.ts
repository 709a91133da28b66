import { foldedEmail } from '../../shared/locator.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import type { KnownEmail } from '../store/import-sheet/similar.ts'
import { foldingEmails, knownEmails } from '../store/journal/imports.ts'
import type { Store } from '../store/sqlite/open.ts'
import { rowsAtOnce } from './pace.ts'

/** Warns of rows whose e-mail address is almost that of another row, or almost one that the project knows. */
export async function markSimilar(
  store: Store,
  writer: ReturnType<Sheet['writer']>,
  collectionPk: number,
  column: string,
): Promise<void> {
  const known = new Map<string, KnownEmail>()
  for (const email of await foldingEmails(store, collectionPk)) {
    const folded = foldedEmail(email)
    if (folded !== email) known.set(email, { email, folded })
  }
  for (let after = ''; ; ) {
    const page = writer.foldedAfter(after, rowsAtOnce)
    const last = page.at(-1)
    if (last === undefined) break
    after = last
    for (const email of await knownEmails(store, collectionPk, page)) known.set(email, { email, folded: email })
  }
  writer.compareEmails([...known.values()], column)
}
