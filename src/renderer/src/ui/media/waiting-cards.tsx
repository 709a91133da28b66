import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useSlow } from '../use-slow.ts'
import { CardGrid } from './card-grid.tsx'

/** Grey cards in the place of a grid, once the wait is long enough to be noticed. */
export function WaitingCards({ what }: { what: string }) {
  const slow = useSlow(true)
  if (!slow) return null
  return (
    <div role="status">
      <VisuallyHidden>Loading {what}</VisuallyHidden>
      <CardGrid>
        {Array.from({ length: 8 }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all alike
          <Skeleton key={card} height={248} />
        ))}
      </CardGrid>
    </div>
  )
}
