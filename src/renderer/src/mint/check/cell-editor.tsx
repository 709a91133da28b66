import { useRef } from 'react'
import classes from './cell-editor.module.css'

export interface CellEditorProps {
  label: string
  value: string
  /** The new text; null when the person changed their mind. */
  onDone(value: string | null): void
}

/** A text field in a cell: Enter or leaving it saves, Escape does not; the focus goes back to the cell. */
export function CellEditor({ label, value, onDone }: CellEditorProps) {
  const finished = useRef(false)
  const finish = (input: HTMLInputElement, result: string | null, keepFocus: boolean): void => {
    if (finished.current) return
    finished.current = true
    const cell = input.closest<HTMLElement>('[role="gridcell"]')
    onDone(result)
    if (keepFocus) cell?.focus()
  }
  return (
    <input
      className={classes.input}
      aria-label={label}
      defaultValue={value}
      ref={(input) => {
        input?.focus()
        input?.select()
      }}
      onFocus={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') finish(event.currentTarget, event.currentTarget.value, true)
        if (event.key === 'Escape') finish(event.currentTarget, null, true)
      }}
      onBlur={(event) => finish(event.currentTarget, event.currentTarget.value, false)}
    />
  )
}
