import { Alert, Code, Group, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import type { Invitation } from '../../../../shared/app-api.ts'
import { Copy } from '../../ui/copy.tsx'

/** The link that was just made, to be sent to the person whom it is for. */
export function InvitationLink({ invitation: { link, person } }: { invitation: Invitation }) {
  return (
    <Alert
      color="green"
      variant="light"
      icon={<IconLink size={18} />}
      title={`Send this link to ${person.name}; it is not shown again`}
      role="status"
    >
      <Group gap="xs" wrap="nowrap">
        <Code className="breakable" data-testid="invitation">
          {link}
        </Code>
        <Copy value={link} what="link" />
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        It sets a password, once, within a day. Whoever opens it first is {person.name}: use a way that you trust.
      </Text>
    </Alert>
  )
}
