import { Button, type ButtonProps, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { SheetFormat } from '../../../shared/spreadsheet/sheet-file.ts'

export interface SaveSheetProps extends Pick<ButtonProps, 'size'> {
  label: string
  onSave(format: SheetFormat): void
}

/** Saves rows for a spreadsheet program, in the format that is chosen. */
export function SaveSheet({ label, size, onSave }: SaveSheetProps) {
  return (
    // Above the notifications in the corner, which may appear while the menu is open.
    <Menu position="bottom-end" withinPortal zIndex={500}>
      <Menu.Target>
        <Button variant="default" {...(size === undefined ? {} : { size })} leftSection={<IconDownload size={14} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onSave('xlsx')}>Excel (.xlsx)</Menu.Item>
        <Menu.Item onClick={() => onSave('csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
