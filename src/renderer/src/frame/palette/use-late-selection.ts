import { useEffect } from 'react'
import { paletteStore } from './palette-store.ts'

/**
 * Selects the first command when commands arrive after a query was written. Mantine selects it only while somebody writes: Enter would do
 * nothing.
 */
export function useLateSelection(query: string, areThere: boolean): void {
  const isWritten = query.trim() !== ''
  useEffect(() => {
    if (!areThere || !isWritten) return
    const list = document.getElementById(paletteStore.getState().listId)
    if (list === null || list.querySelector('[data-selected]') !== null) return
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
    paletteStore.updateState((state) => ({ ...state, selected: 0 }))
  }, [areThere, isWritten])
}
