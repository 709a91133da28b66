import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CallError } from '../api/client.ts'
import { isUnknown } from './lost-answer.ts'
import { plainWords } from './plain-words.ts'

/** The sentence of any error. */
export function sentence(error: unknown): string {
  return plainWords(error instanceof Error ? error.message : String(error))
}

export interface FailureProps {
  /** What could not be done: "The runs could not be loaded." */
  title: string
  error: unknown
  /** What the failure means for the money; every action that a person could think has spent some says it. */
  money?: string
  /** For actions that cost something: what to do after a lost answer, when nobody knows whether the action was done. */
  lost?: string
  onRetry?: (() => void) | undefined
}

/** What happened, what it means for the money, and the next step. */
export function Failure({ title, error, money, lost, onRetry }: FailureProps) {
  const details = error instanceof CallError ? error.details : []
  const unknown = lost !== undefined && isUnknown(error)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={unknown ? 'Whether it was done is not known' : title}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="breakable">
          {sentence(error)} {unknown ? lost : money}
        </Text>
        {details.map((detail) => (
          <Text size="sm" key={`${detail.path} ${detail.message}`} className="breakable">
            <b>{detail.path}</b>: {detail.message}
          </Text>
        ))}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
