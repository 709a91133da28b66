import { Button, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './checklist.module.css'

/** One step: its title, reason and state, and how it is done in place. */
export interface CheckItem {
  title: string
  why: string
  /** `under-way`: begun, not done; `later`: another step comes first. */
  state: 'done' | 'open' | 'under-way' | 'later'
  says: string
  /** The controls for it: shown for one step at a time, until it is done. */
  cure?: ReactNode
}

const words = { done: 'Done', open: 'To do', 'under-way': 'Under way', later: 'Later' } as const

/** Steps that are done one after the other, each in place. */
export function Checklist({ label, items }: { label: string; items: readonly CheckItem[] }) {
  /** The step that the person chose; null: the first open one. */
  const [chosen, setChosen] = useState<string | null>(null)
  const open = items.filter(({ state }) => state === 'open' || state === 'under-way')
  const shown = open.find(({ title }) => title === chosen) ?? open[0]
  return (
    <ol className={`panel ${classes.list}`} aria-label={label}>
      {items.map(({ title, why, state, says, cure }, at) => (
        <li key={title} className={classes.step} data-state={state} aria-label={title}>
          <span className={classes.tick} aria-hidden="true">
            {state === 'done' ? <IconCheck size={14} stroke={2.5} /> : at + 1}
          </span>
          <div>
            <Title order={2} size="h3" className={classes.title ?? ''}>
              {title}
              <VisuallyHidden>: {words[state]}</VisuallyHidden>
            </Title>
            {state !== 'done' && (
              <Text size="sm" c="dimmed">
                {why}
              </Text>
            )}
          </div>
          <Stack gap="sm" className={classes.body ?? ''}>
            <Text size="sm" className="breakable" {...(state === 'done' ? { c: 'dimmed' } : {})}>
              {says}
            </Text>
            {title === shown?.title && cure}
            {title !== shown?.title && state === 'open' && (
              <div>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Do this now: ${title}`}
                  onClick={() => setChosen(title)}
                >
                  Do this now
                </Button>
              </div>
            )}
          </Stack>
        </li>
      ))}
    </ol>
  )
}
