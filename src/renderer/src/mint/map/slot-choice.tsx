import { Select, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ColumnMapping } from '../../../../shared/app-api.ts'
import { plainValue } from './fields.ts'
import classes from './slots.module.css'
import { filledBy, type Slot } from './slots.ts'

export interface SlotChoiceProps {
  slot: Slot
  columns: readonly ColumnMapping[]
  /** The cells of the first rows. */
  rows: readonly (readonly string[])[]
  disabled: boolean
  onChoose(place: number): void
}

/** One slot that every NFT needs, with the column that fills it and its values. */
export function SlotChoice({ slot, columns, rows, disabled, onChoose }: SlotChoiceProps) {
  const filled = filledBy(slot, columns)
  const [first] = filled
  const values = rows
    .map((cells) => filled.map((at) => cells[at]?.trim() ?? '').find((cell) => cell !== '') ?? '')
    .filter((cell) => cell !== '')
  const Icon = first === undefined ? IconCircleDashed : IconCircleCheck
  return (
    <div className={classes.slot} data-filled={first !== undefined}>
      <Text size="sm" fw={600} className={classes.title ?? ''}>
        <Icon size={16} className={first === undefined ? 'warn' : 'ok'} aria-hidden />
        {slot.title}
      </Text>
      <Select
        aria-label={`Column of the ${slot.title.toLowerCase()}`}
        size="xs"
        allowDeselect={false}
        disabled={disabled}
        placeholder={slot.question}
        value={first === undefined ? null : String(first)}
        data={columns.flatMap(({ header, field }, at) =>
          field === 'result' ? [] : [{ value: String(at), label: header === '' ? `Column ${at + 1}` : header }],
        )}
        onChange={(value) => value !== null && onChoose(Number(value))}
      />
      {filled.length > 1 && (
        <Text size="xs" c="dimmed" className="breakable">
          also from{' '}
          {filled
            .slice(1)
            .map((at) => `“${columns[at]?.header ?? ''}”`)
            .join(', ')}
        </Text>
      )}
      <Text size="xs" c="dimmed" lineClamp={2} className="breakable" dir="auto">
        {first === undefined
          ? slot.question
          : values.slice(0, 2).map(plainValue).join(' · ') || 'Empty in the first rows'}
      </Text>
    </div>
  )
}
