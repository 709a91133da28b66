import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ImportRow } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import { type Edit, useMintStore } from '../mint-store.ts'

/** Writes one cell and puts the row as the core now sees it into every list on screen. */
export function useWriteCell(id: string) {
  const api = useApi()
  const queries = useQueryClient()
  return useCallback(
    async (row: number, column: string, value: string): Promise<void> => {
      const written = await api.editCell(id, row, column, value)
      queries.setQueriesData<{ total: number; rows: ImportRow[] }>(
        { queryKey: keys.importRows(id) },
        (page) => page && { ...page, rows: page.rows.map((old) => (old.row === row ? written : old)) },
      )
      void queries.invalidateQueries({ queryKey: keys.import(id) })
      void queries.invalidateQueries({ queryKey: keys.quote(id) })
    },
    [api, queries, id],
  )
}

/** Corrects a cell and remembers what stood there, for Ctrl+Z. */
export function useCorrectCell(id: string) {
  const write = useWriteCell(id)
  return useCallback(
    (edit: Edit, value: string): void => {
      write(edit.row, edit.column, value).then(
        () => {
          const { edits, set } = useMintStore.getState()
          set({ edits: [...edits, edit] })
        },
        sayFailed(`Row ${edit.row} was not changed`, 'Nothing was spent.'),
      )
    },
    [write],
  )
}

/** Takes the last correction back, by its button or with Ctrl+Z anywhere outside of a text field. */
export function useUndo(id: string): { last: Edit | undefined; run(): void } {
  const write = useWriteCell(id)
  const last = useMintStore((store) => store.edits.at(-1))
  const run = useCallback(() => {
    const { edits, set } = useMintStore.getState()
    const edit = edits.at(-1)
    if (!edit) return
    set({ edits: edits.slice(0, -1) })
    write(edit.row, edit.column, edit.before).then(
      () => {
        notifications.show({ message: `Row ${edit.row}, ${edit.column}: the correction is undone.` })
      },
      (error) => {
        set({ edits: [...useMintStore.getState().edits, edit] })
        sayFailed(`Row ${edit.row} was not changed`, 'Nothing was spent.')(error)
      },
    )
  }, [write])
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
  return { last, run }
}
