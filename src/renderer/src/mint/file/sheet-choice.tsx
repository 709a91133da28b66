import { Select } from '@mantine/core'
import type { Import } from '../../../../shared/app-api.ts'
import { usePatchImport } from '../use-patch-import.ts'

/** Which sheet of a workbook is read, if it has several; a new choice drops the corrections of the last one. */
export function SheetChoice({ file }: { file: Import }) {
  const patch = usePatchImport(file.id)
  if (file.sheets.length < 2) return null
  return (
    <Select
      aria-label="Sheet of the workbook"
      size="xs"
      w={220}
      allowDeselect={false}
      disabled={patch.isPending || file.state === 'checking'}
      placeholder="Choose a sheet"
      // Shows the choice at once, while the core reads its rows.
      value={patch.isPending ? (patch.variables.sheet ?? null) : file.sheet}
      data={file.sheets.map(({ name, hidden }) => ({ value: name, label: hidden ? `${name} (hidden)` : name }))}
      onChange={(sheet) => {
        if (sheet === null || sheet === file.sheet) return
        patch.mutate({ sheet })
      }}
    />
  )
}
