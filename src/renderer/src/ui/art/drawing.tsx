import type { ReactNode } from 'react'

/** The style of all illustrations: lines of one weight, one light fill, one detail in copper. Screen readers skip these pictures. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 120 80"
      width={120}
      height={80}
      fill="none"
      stroke="var(--app-line)"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

export const accent = 'var(--app-accent)'
export const tint = 'var(--app-accent-light)'
export const paper = 'var(--app-surface)'

/** A framed picture of hills under a sun, its corner at x, y; 32 wide, 32 high. */
export function Framed({ x, y, done = false }: { x: number; y: number; done?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width="32" height="32" rx="3" fill={paper} stroke={done ? accent : undefined} />
      <rect x="4" y="4" width="24" height="24" rx="1" fill={done ? tint : 'none'} stroke="none" />
      <path d="M5 24l7-8 5 5 4-4 6 7" stroke={done ? accent : undefined} />
      <circle cx="21" cy="10" r="2.5" stroke={done ? accent : undefined} />
    </g>
  )
}

/** The hand stamp of the mark, its foot's middle at x, y; 30 wide, 34 high. */
export function HandStamp({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} fill={paper}>
      <path d="M0-34a7 7 0 0 1 5 12c-1 1-1.5 2.2-1.4 3.600L4-10h8a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3h-24a3 3 0 0 1-3-3v-4a3 3 0 0 1 3-3h8l.4-8.4c.1-1.400-.4-2.600-1.400-3.600A7 7 0 0 1 0-34z" />
      <path d="M-15-5h30" />
    </g>
  )
}
