import type { ColumnMapping, FieldName } from '../../../../shared/app-api.ts'
import { recipientFields } from '../../../../shared/spreadsheet/columns.ts'
import { withField } from './fields.ts'

/** What every NFT needs, and the fields that give it. */
export interface Slot {
  title: string
  /** The question while no column fills the slot. */
  question: string
  /** A chosen column becomes the first of these. */
  fields: readonly FieldName[]
}

export const slots: readonly Slot[] = [
  { title: 'Recipient', question: 'Which column says who gets each NFT?', fields: recipientFields },
  { title: 'Name', question: 'Which column is the name?', fields: ['name'] },
  { title: 'Picture', question: 'Which column is the picture?', fields: ['image'] },
]

/** The indexes of the columns that fill a slot. */
export function filledBy({ fields }: Slot, columns: readonly ColumnMapping[]): number[] {
  return columns.flatMap(({ field }, at) => (fields.includes(field) ? [at] : []))
}

export function isInSlot({ field }: ColumnMapping): boolean {
  return slots.some(({ fields }) => fields.includes(field))
}

/** The columns after one was chosen for a slot; the one before it becomes private. */
export function withSlot(slot: Slot, columns: readonly ColumnMapping[], place: number): ColumnMapping[] {
  const field = slot.fields[0] ?? 'ignore'
  return columns.map((column, at) => {
    if (at === place) return slot.fields.includes(column.field) ? column : withField(column, field)
    return slot.fields.includes(column.field) ? withField(column, 'ignore') : column
  })
}

/** The slots that no column fills; hosted metadata has name and picture already. */
export function openSlots(columns: readonly ColumnMapping[]): Slot[] {
  const hosted = columns.some(({ field }) => field === 'metadata_uri')
  return slots.filter((slot) => filledBy(slot, columns).length === 0 && (slot.title === 'Recipient' || !hosted))
}
