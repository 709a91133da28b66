import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Import, ImportCorrection, ImportRow } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { counted } from '../../ui/format.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import { useRefreshRows } from '../use-import-rows.ts'
import { whenChecked } from '../when-checked.ts'
import type { CellPlace } from './row-columns.tsx'

/** Corrections are made one after the other: each undo takes back the one that is the last by then. */
const scopeOf = (id: string) => ({ id: `corrections ${id}` })

/**
 * Corrects a cell and puts the core's new version of the row into every list on screen; nothing can be minted until then. A cell that is written
 * while the whole file is checked is corrected after that, because the core refuses it before.
 */
export function useCorrectCell(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: keys.import(id),
    scope: scopeOf(id),
    mutationFn: async ({ row, column, value }: CellPlace & { value: string }) => {
      await whenChecked(queries, id)
      return api.editCell(id, row, column, value)
    },
    onMutate: ({ row }) => {
      if (queries.getQueryData<Import>(keys.import(id))?.state === 'checking')
        notifications.show({ message: `Row ${row} is changed as soon as the file is checked.` })
    },
    onSuccess: (written, { row }) => {
      queries.setQueriesData<{ total: number; rows?: ImportRow[] }>(
        { queryKey: keys.importRows(id) },
        (page) => page?.rows && { ...page, rows: page.rows.map((old) => (old.row === row ? written : old)) },
      )
      void queries.invalidateQueries({ queryKey: keys.quote(id) })
      return queries.invalidateQueries({ queryKey: keys.import(id) })
    },
    onError: (error, { row }) => sayFailed(`Row ${row} was not changed`, 'Nothing was spent.')(error),
  })
  return useCallback((place: CellPlace, value: string): void => mutate({ ...place, value }), [mutate])
}

/** What a correction was, in words. */
export function correctionWords({ row, column, cells }: ImportCorrection): string {
  return row === null ? `the change of ${counted(cells, 'cell')} in “${column}”` : `the correction of row ${row}`
}

/**
 * Undoes the last correction, by its button or with Ctrl+Z (⌘Z) outside of text fields; the core keeps all corrections.
 * `done`: one was undone just now.
 */
export function useUndo(file: Import): { last: ImportCorrection | null; busy: boolean; done: boolean; run(): void } {
  const api = useApi()
  const queries = useQueryClient()
  const refresh = useRefreshRows(file.id)
  const last = file.lastCorrection
  const { mutate, isPending, data } = useMutation({
    mutationKey: keys.import(file.id),
    scope: scopeOf(file.id),
    mutationFn: async () => {
      await whenChecked(queries, file.id)
      return api.undoCorrection(file.id)
    },
    onSettled: refresh,
    onError: sayFailed('Nothing was undone', 'Nothing was spent.'),
  })
  const run = useCallback(() => mutate(), [mutate])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const inText = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || inText) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [run])
  // True until something else is corrected.
  const done = data !== undefined && JSON.stringify(data.lastCorrection) === JSON.stringify(last)
  return { last, busy: isPending, done, run }
}
