import type { Finding } from '../../shared/app-api.ts'
import { recipientFields } from '../../shared/spreadsheet/columns.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import type { SheetRow } from '../store/import-sheet/rows.ts'
import type { Sheet } from '../store/import-sheet/sheet.ts'
import { findMintedContents } from '../store/journal/contents/minted-contents.ts'
import { collectionHasMints } from '../store/journal/imports.ts'
import type { Store } from '../store/sqlite/open.ts'
import { nthContentHash } from './content-hash.ts'
import type { CheckRules, SheetFacts } from './protocol.ts'
import { copiesOf } from './ready/ready-mints.ts'

/** Finds rows that were minted before among those that `page` gives, page after page, and marks them. */
export async function markMintedBefore(
  store: Store,
  writer: ReturnType<Sheet['writer']>,
  { rules, columns }: SheetFacts,
  page: (after: number) => (SheetRow & { content: Buffer })[],
): Promise<void> {
  if (!(await collectionHasMints(store, rules.collectionPk))) return
  const column = columns.find(({ field }) => recipientFields.includes(field))?.header ?? ''
  for (let after = 0; ; ) {
    const rows = page(after)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.pos
    const single = rows.filter((row) => copiesOf(row, rules) === 1)
    const several = rows.filter((row) => copiesOf(row, rules) > 1)
    const minted = await mintedAmong(
      store,
      single.map((row) => nthContentHash(row.content, row.occurrence)),
      rules.collectionPk,
    )
    const found = single
      .filter((row) => minted.has(nthContentHash(row.content, row.occurrence).toString('hex')))
      .map((row) => ({ row, copies: [1] }))
    for (const row of several) found.push({ row, copies: await mintedCopies(store, row, rules) })
    writer.together(() => {
      for (const { row, copies } of found) {
        if (copies.length === 0) continue
        const left =
          rules.again || copies.length < copiesOf(row, rules) ? row.quantity - (rules.again ? 0 : copies.length) : 0
        writer.setRepeated(row, rules.again ? [] : copies, left, repeatFinding(row, copies, column, rules))
      }
    })
  }
}

async function mintedCopies(store: Store, row: SheetRow & { content: Buffer }, rules: CheckRules): Promise<number[]> {
  const hashes = Array.from({ length: row.quantity }, (_, copy) => nthContentHash(row.content, row.occurrence + copy))
  const minted = await mintedAmong(store, hashes, rules.collectionPk)
  return hashes.flatMap((one, copy) => (minted.has(one.toString('hex')) ? [copy + 1] : []))
}

async function mintedAmong(store: Store, hashes: readonly Buffer[], collectionPk: number): Promise<Set<string>> {
  const minted = new Set<string>()
  for (let at = 0; at < hashes.length; at += 1000)
    for (const one of await findMintedContents(store, collectionPk, hashes.slice(at, at + 1000))) minted.add(one)
  return minted
}

function repeatFinding(row: SheetRow, copies: readonly number[], column: string, rules: CheckRules): Finding {
  const all = copies.length === copiesOf(row, rules)
  const what = all
    ? 'This row was minted into this collection before'
    : `${copies.length} of the ${row.quantity} NFTs of this row were minted into this collection before`
  const then = rules.again
    ? 'and is minted again, as you chose.'
    : 'and skipped: choose "mint again" (--again on the command line) if it is meant.'
  return findingOf(row.row, column, 'file.repeat', `${what} ${then}`)
}
