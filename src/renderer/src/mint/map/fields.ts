import type { ColumnMapping, FieldName } from '../../../../shared/app-api.ts'

/** What a column can become, in the order a person looks for it; `trait` and `ignore` last. */
export const fieldLabels: Record<FieldName, string> = {
  recipient: 'Recipient',
  email: 'Recipient’s e-mail',
  userId: 'Recipient’s user id',
  name: 'Name',
  description: 'Description',
  image: 'Picture',
  animation_url: 'Animation or video',
  external_url: 'Link to a page',
  attributes: 'Traits as JSON',
  quantity: 'Quantity',
  id: 'Your own id',
  metadata_uri: 'Hosted metadata',
  compressed: 'Compressed',
  trait: 'Trait',
  ignore: 'Private',
  result: 'Result of an earlier run',
}

/** Every choice for a column; `result` only where the column is one already. */
export function fieldChoices(mapping: ColumnMapping): { value: string; label: string }[] {
  return Object.entries(fieldLabels)
    .filter(([field]) => field !== 'result' || mapping.field === 'result')
    .map(([value, label]) => ({
      value,
      label: value === 'trait' ? `Trait “${mapping.trait ?? mapping.header.trim()}”` : label,
    }))
}

/** The mapping of a column after the person chose a field for it. */
export function withField(mapping: ColumnMapping, field: FieldName): ColumnMapping {
  const { header, displayType } = mapping
  if (field !== 'trait') return { header, field }
  const trait = mapping.trait ?? header.trim()
  return displayType === undefined ? { header, field, trait } : { header, field, trait, displayType }
}

/** A cell's value as a person reads it: no raw data. */
export function plainValue(text: string): string {
  return /^data:/i.test(text) ? 'a picture in the file itself' : text
}
