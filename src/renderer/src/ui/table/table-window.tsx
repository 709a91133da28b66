import { Group, NativeSelect } from '@mantine/core'
import { count } from '../format.ts'

/** Browsers draw nothing below 33.5 million pixels: longer lists are shown in parts of this many rows. */
export const windowSize = 900_000

interface TableWindowProps {
  total: number
  /** Rows of a part. */
  size?: number
  start: number
  onStart(start: number): void
}

/** Chooses the shown part of a list that is longer than one scroll bar can reach; nothing for shorter lists. */
export function TableWindow({ total, size = windowSize, start, onStart }: TableWindowProps) {
  if (total <= size) return null
  const parts = Array.from({ length: Math.ceil(total / size) }, (_, part) => part * size)
  return (
    <Group mb="xs">
      <NativeSelect
        label="Part of the list"
        value={String(start)}
        onChange={(event) => onStart(Number(event.currentTarget.value))}
        data={parts.map((part) => ({
          value: String(part),
          label: `${count(part + 1)} to ${count(Math.min(total, part + size))}`,
        }))}
      />
    </Group>
  )
}
