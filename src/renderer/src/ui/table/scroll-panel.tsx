import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './scroll-panel.module.css'

export interface ScrollPanelProps {
  minWidth: number
  maxHeight: number
  children: ReactNode
}

/** A table in a frame, scrolled where it does not fit; room is kept for the scroll bars only while they are there. */
export function ScrollPanel({ minWidth, maxHeight, children }: ScrollPanelProps) {
  return (
    <div className={`panel ${classes.panel}`}>
      <Table.ScrollContainer
        minWidth={minWidth}
        maxHeight={maxHeight}
        scrollAreaProps={{ offsetScrollbars: 'present' }}
      >
        {children}
      </Table.ScrollContainer>
    </div>
  )
}
