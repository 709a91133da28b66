import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Import, ImportCorrection, ImportRow } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { counted } from '../../ui/format.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import { useRefreshRows } from '../use-import-rows.ts'
import type { CellPlace } from './row-columns.tsx'

/** Corrects a cell and puts the row as the core now sees it into every list on screen; nothing is minted before that is done. */
export function useCorrectCell(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: keys.import(id),
    mutationFn: ({ row, column, value }: CellPlace & { value: string }) => api.editCell(id, row, column, value),
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
 * Takes the last correction back, by its button or with Ctrl+Z (⌘Z) anywhere outside of a text field: the core keeps them all.
 * `done`: one was taken back just now.
 */
export function useUndo(file: Import): { last: ImportCorrection | null; busy: boolean; done: boolean; run(): void } {
  const api = useApi()
  const refresh = useRefreshRows(file.id)
  const last = file.lastCorrection
  const { mutate, isPending, data } = useMutation({
    mutationKey: keys.import(file.id),
    // One after the other, each what is last by then.
    scope: { id: `undo ${file.id}` },
    mutationFn: () => api.undoCorrection(file.id),
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
  // Until something else is corrected.
  const done = data !== undefined && JSON.stringify(data.lastCorrection) === JSON.stringify(last)
  return { last, busy: isPending, done, run }
}
