import type { ColumnMapping } from '../../../shared/app-api.ts'
import { recipientFields } from '../../../shared/spreadsheet/columns.ts'
import type { RowKeys } from '../../store/import-sheet/relating.ts'
import type { Sheet } from '../../store/import-sheet/sheet.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { markMintedBefore } from '../minted-before.ts'
import { rowsAtOnce } from '../pace.ts'
import type { SheetFacts } from '../protocol.ts'
import { markSimilar } from '../similar.ts'

/** Compares rows that were checked by themselves with each other, with what the project knows, with what was minted before, and with the supply. */
export function comparisons(store: Store, writer: ReturnType<Sheet['writer']>) {
  return {
    /** All rows. */
    async all(known: SheetFacts): Promise<void> {
      writer.applySupply(null, '')
      const compare = compareRules(known)
      writer.compareRows(undefined, compare)
      await markSimilar(store, writer, known.rules.collectionPk, compare.recipientColumn)
      await markMintedBefore(store, writer, known, (after) => writer.contentsAfter(after, rowsAtOnce))
    },
    /**
     * Those that relate to some that changed.
     * @param keys what these related to others by before, and now
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
    /** Lets those be errors that go beyond what the collection still takes; the last of all. */
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
