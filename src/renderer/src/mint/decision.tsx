import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './decision.module.css'
import { type DecisionName, decisions, decisionTitles } from './decisions.ts'
import { useKeptFocus } from './use-kept-focus.ts'

export interface DecisionProps {
  name: DecisionName
  /** `later`: it cannot be made yet, so only its title shows. */
  state: 'open' | 'decided' | 'later'
  /** Whether nothing of the decision is left open. */
  made: boolean
  /** What was decided, in one line. */
  summary: ReactNode
  aside?: ReactNode
  /** How often a person has asked for the decision: each time it takes the focus. */
  asked: number
  onOpen(): void
  /** The person began with it, so it stays open until they are through. */
  onTouch(): void
  /** Goes on to the next decision; the last one has none. */
  onNext?: (() => void) | undefined
  children: ReactNode
}

/** One of the four decisions: a line once it is decided, a title before its turn. */
export function Decision(props: DecisionProps) {
  const { name, state, made, summary, aside, asked, onOpen, onTouch, onNext, children } = props
  const title = decisionTitles[name]
  const id = `decision-${name}`
  const heading = useRef<HTMLHeadingElement>(null)
  const section = useRef<HTMLDivElement>(null)
  useKeptFocus(section, heading)
  useEffect(() => {
    if (asked > 0) heading.current?.focus()
  }, [asked])
  return (
    <Stack
      component="section"
      ref={section}
      gap="sm"
      className={classes.decision ?? ''}
      data-state={state}
      aria-labelledby={id}
      onPointerDown={state === 'open' ? onTouch : undefined}
      onKeyDown={state === 'open' ? onTouch : undefined}
    >
      <Group justify="space-between" gap="xs">
        <Group gap="xs" wrap="nowrap" className={classes.line ?? ''}>
          <span className={classes.number} aria-hidden="true" data-done={state === 'decided' && made}>
            {state === 'decided' && made ? <IconCheck size={14} stroke={2.5} /> : decisions.indexOf(name) + 1}
          </span>
          <Title order={2} id={id} ref={heading} tabIndex={-1} className={classes.title ?? ''}>
            {title}
          </Title>
          {state === 'decided' && (
            <Text c="dimmed" size="sm" component="div" className="breakable">
              {summary}
            </Text>
          )}
        </Group>
        {state === 'decided' && (
          <Button variant="default" size="xs" onClick={onOpen} aria-label={`Change ${title}`}>
            Change
          </Button>
        )}
        {state === 'open' && aside}
      </Group>
      {state === 'open' && children}
      {state === 'open' && onNext && (
        <div>
          <Button variant="light" size="sm" onClick={onNext}>
            Continue
          </Button>
        </div>
      )}
    </Stack>
  )
}
