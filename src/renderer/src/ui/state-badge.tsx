import { Badge } from '@mantine/core'
import type { IconCircleCheck } from '@tabler/icons-react'

export interface StateLook {
  word: string
  color: string
  Icon: typeof IconCircleCheck
}

/** A state as a word, an icon and a colour. */
export function StateBadge({ word, color, Icon }: StateLook) {
  return (
    <Badge
      variant="light"
      color={color}
      tt="none"
      fw={600}
      size="lg"
      radius="sm"
      miw="max-content"
      leftSection={<Icon size={14} aria-hidden />}
    >
      {word}
    </Badge>
  )
}
