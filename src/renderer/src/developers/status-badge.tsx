import { Badge } from '@mantine/core'

/** A status of HTTP, told apart by its number and by colour. */
export function StatusBadge({ status }: { status: number }) {
  const color = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
  return (
    <Badge variant="light" color={color} radius="sm">
      {status}
    </Badge>
  )
}
