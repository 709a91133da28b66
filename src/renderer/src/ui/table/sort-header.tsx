import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import classes from './sort-header.module.css'

export interface Sorting<Key extends string> {
  sort: Key
  order: 'asc' | 'desc'
}

interface SortHeaderProps<Key extends string> {
  name: string
  by: Key
  /** The order after the first press; the next press reverses it. */
  first: 'asc' | 'desc'
  sorting: Sorting<Key>
  onSort(sorting: Sorting<Key>): void
  align?: 'right'
}

/** The head of a column: a press sorts the table by it. */
export function SortHeader<Key extends string>({ name, by, first, sorting, onSort, align }: SortHeaderProps<Key>) {
  const order = sorting.sort === by ? sorting.order : null
  const Icon = order === null ? IconArrowsSort : order === 'asc' ? IconArrowUp : IconArrowDown
  const next = order === null ? first : order === 'asc' ? 'desc' : 'asc'
  return (
    <Table.Th aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'} ta={align ?? 'left'}>
      <UnstyledButton
        className={classes.sort}
        fz="inherit"
        fw="inherit"
        onClick={() => onSort({ sort: by, order: next })}
      >
        {name}
        <Icon size={14} aria-hidden className={order === null ? classes.idle : undefined} />
      </UnstyledButton>
    </Table.Th>
  )
}
