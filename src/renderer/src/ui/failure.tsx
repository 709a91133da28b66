import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CallError } from '../api/client.ts'
import { plainWords } from './plain-words.ts'

/** The sentence of any error. */
export function sentence(error: unknown): string {
  return plainWords(error instanceof Error ? error.message : String(error))
}

export interface FailureProps {
  /** What could not be done: "The runs could not be loaded." */
  title: string
  error: unknown
  /** What it means for the money; said by everything that could be taken to have spent some. */
  money?: string
  onRetry?: (() => void) | undefined
}

/** What happened, what it means for the money, and the next step. */
export function Failure({ title, error, money, onRetry }: FailureProps) {
  const details = error instanceof CallError ? error.details : []
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="breakable">
          {sentence(error)} {money}
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
