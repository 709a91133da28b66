import { Tooltip } from '@mantine/core'
import { cloneElement, createContext, type ReactElement, useContext } from 'react'

/** Whether a surrounding table shows the tips of everything in it (`TableTip`). */
export const InTable = createContext(false)

/** Adds a tip to its child: a tooltip of its own, or that of the table. @param maw its greatest width, px */
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
