import { Alert, Code, Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Copy } from '../ui/copy.tsx'

/** A key or a secret that was just made, to be copied; `children` says what it is good for. */
export function ShownOnce({ what, value, children }: { what: 'key' | 'secret'; value: string; children: ReactNode }) {
  return (
    <Alert
      color="green"
      variant="light"
      icon={<IconKey size={18} />}
      title={`Copy the ${what} now; it is not shown again`}
      role="status"
    >
      <Group gap="xs" wrap="nowrap">
        <Code className="breakable" data-testid={`new-${what}`}>
          {value}
        </Code>
        <Copy value={value} what={what} />
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {children}
      </Text>
    </Alert>
  )
}
