import { Progress, Stack, Text } from '@mantine/core'
import { type LinkTrialOf, trialWords } from './use-link-trial.ts'

/** How many linked pictures were tried; nothing once all were. */
export function LinkProgress({ links }: { links: LinkTrialOf }) {
  const words = trialWords(links)
  const { trial } = links
  if (words === '' || trial === undefined) return null
  return (
    <Stack gap={4}>
      <Progress value={(trial.tried / trial.total) * 100} aria-label="Links tried" size="sm" />
      <Text size="sm" c="dimmed">
        Looking whether the linked pictures are there: {words}
        {trial.failed > 0 && `, ${trial.failed.toLocaleString('en-US')} not found`}. You need not wait for it.
      </Text>
    </Stack>
  )
}
