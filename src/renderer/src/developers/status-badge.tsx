import { Badge } from '@mantine/core'

/** The number of an HTTP status, with a colour for its class. */
export function StatusBadge({ status }: { status: number }) {
  const color = status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
  return (
    <Badge variant="light" color={color} radius="sm">
      {status}
    </Badge>
  )
}
