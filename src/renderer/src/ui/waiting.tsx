import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useSlow } from './use-slow.ts'

/** Grey bars in the place of `what`, once the wait is long enough to be noticed. */
export function Waiting({ what, lines = 4, height = 40 }: { what: string; lines?: number; height?: number }) {
  const slow = useSlow(true)
  if (!slow) return null
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>Loading {what}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <Skeleton key={line} height={height} />
      ))}
    </Stack>
  )
}
