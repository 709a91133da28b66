import { Tooltip } from '@mantine/core'
import { cloneElement, createContext, type ReactElement, useContext } from 'react'

/** Whether a table around shows the tips of all that is in it (`TableTip`). */
export const InTable = createContext(false)

/** Says more of what it is around: by a tooltip of its own, or by that of the table. @param maw its greatest width, px */
export function Tip({
  label,
  maw,
  children,
}: {
  label: string
  maw?: number
  children: ReactElement<{ 'data-tip'?: string }>
}) {
  if (useContext(InTable)) return cloneElement(children, { 'data-tip': label })
  return (
    <Tooltip label={label} {...(maw === undefined ? {} : { maw })}>
      {children}
    </Tooltip>
  )
}
