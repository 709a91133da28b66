import { Badge, Tooltip } from '@mantine/core'

/** Stands wherever money is shown on a practice project. */
export function PracticeBadge() {
  return (
    <Tooltip label="Everything happens on networks inside this app. The coins are play money and cost nothing.">
      <Badge variant="light" color="blue" size="md" radius="sm" tt="none" fw={600} tabIndex={0}>
        Practice
      </Badge>
    </Tooltip>
  )
}
