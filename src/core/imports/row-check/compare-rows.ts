import type { ColumnMapping } from '../../../shared/app-api.ts'
import { recipientFields } from '../../../shared/spreadsheet/columns.ts'
import type { RowKeys } from '../../store/import-sheet/relating.ts'
import type { Sheet } from '../../store/import-sheet/sheet.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { markMintedBefore } from '../minted-before.ts'
import { rowsAtOnce } from '../pace.ts'
import type { SheetFacts } from '../protocol.ts'
import { markSimilar } from '../similar.ts'

/** Compares checked rows with each other, with the e-mail addresses that the project knows, with earlier mints, and with the supply. */
export function comparisons(store: Store, writer: ReturnType<Sheet['writer']>) {
  return {
    /** Compares all rows. */
    async all(known: SheetFacts): Promise<void> {
      writer.applySupply(null, '')
      const compare = compareRules(known)
      writer.compareRows(undefined, compare)
      await markSimilar(store, writer, known.rules.collectionPk, compare.recipientColumn)
      await markMintedBefore(store, writer, known, (after) => writer.contentsAfter(after, rowsAtOnce))
    },
    /**
     * Compares the rows that relate to changed rows.
     * @param keys the keys by which the changed rows related to others before, and relate now
     */
    async related(keys: readonly RowKeys[], known: SheetFacts): Promise<void> {
      writer.applySupply(null, '')
      const scope = writer.relatedTo(keys)
      const compare = compareRules(known)
      writer.compareRows(scope, compare)
      await markSimilar(store, writer, known.rules.collectionPk, compare.recipientColumn)
      const affected = writer.contentsOf(scope.contents)
      await markMintedBefore(store, writer, known, (after) => (after === 0 ? affected : []))
    },
    /** Marks rows beyond the collection's remaining supply as errors; call it last. */
    withSupply({ rules, columns }: SheetFacts): void {
      writer.applySupply(rules.supplyRemaining, headerFor(columns, 'quantity'))
    },
  }
}

function compareRules({ rules, columns }: SheetFacts) {
  return {
    keep: rules.duplicates,
    recipientColumn: columns.find(({ field }) => recipientFields.includes(field))?.header ?? '',
    idColumn: headerFor(columns, 'id'),
    countQuantity: rules.fungibility === 'non-fungible',
  }
}

function headerFor(columns: readonly ColumnMapping[], field: ColumnMapping['field']): string {
  return columns.find((column) => column.field === field)?.header ?? ''
}
