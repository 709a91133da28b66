import { Select } from '@mantine/core'
import type { Import } from '../../../../shared/app-api.ts'
import { usePatchImport } from '../use-patch-import.ts'

/** Which sheet of a workbook is read, where it has several; corrections of the one before are gone. */
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
      // What was just chosen shows at once, while its rows are read.
      value={patch.isPending ? (patch.variables.sheet ?? null) : file.sheet}
      data={file.sheets.map(({ name, hidden }) => ({ value: name, label: hidden ? `${name} (hidden)` : name }))}
      onChange={(sheet) => {
        if (sheet === null || sheet === file.sheet) return
        patch.mutate({ sheet })
      }}
    />
  )
}
