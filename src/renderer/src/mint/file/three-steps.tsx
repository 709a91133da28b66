import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './first.module.css'

const steps: { title: string; words: string; drawing: ReactNode }[] = [
  {
    title: 'Drop',
    words: 'A spreadsheet with one row for each person, and the pictures beside it.',
    drawing: (
      <>
        <path d="M14 18h36v34H14zM14 28h36M14 38h36M26 18v34" />
        <path d="M32 4v9m-4-4 4 4 4-4" />
      </>
    ),
  },
  {
    title: 'Check',
    words: 'You see every row, what is wrong with it, and what it costs. Nothing is spent.',
    drawing: (
      <>
        <path d="M12 10h30v44H12z" />
        <path d="m17 21 3 3 5-6M30 21h7M17 34l3 3 5-6M30 34h7M30 47h7" />
        <circle cx="21" cy="47" r="3" />
      </>
    ),
  },
  {
    title: 'Mint',
    words: 'One press. Each person gets their NFT once, also when something fails on the way.',
    drawing: (
      <>
        <path d="M32 6l22 12v24L32 54 10 42V18z" />
        <path d="M32 18l11 6v12l-11 6-11-6V24z" />
      </>
    ),
  },
]

/** What will happen, in three drawings. */
export function ThreeSteps() {
  return (
    <ol className={classes.steps}>
      {steps.map(({ title, words, drawing }, place) => (
        <li key={title} className={classes.step}>
          <svg viewBox="0 0 64 60" width={56} height={52} className={classes.drawing} aria-hidden="true">
            <title>{title}</title>
            {drawing}
          </svg>
          <div>
            <Text fw={600}>
              {place + 1}. {title}
            </Text>
            <Text size="sm" c="dimmed">
              {words}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  )
}
