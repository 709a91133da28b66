import { Button, Group, Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Invitation, type Person, role, roles } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Failure } from '../../ui/failure.tsx'
import { moment } from '../../ui/format.ts'
import { sayFailed } from '../../ui/say-failed.ts'

export interface PersonRowProps {
  person: Person
  onChanged(): unknown
  onInvited(invitation: Invitation): void
}

/** A person who may sign in: role, last sign-in, a new link, and removal. */
export function PersonRow({ person, onChanged, onInvited }: PersonRowProps) {
  const { name } = person
  const api = useApi()
  const [asking, setAsking] = useState<'link' | 'remove' | null>(null)
  const close = () => setAsking(null)
  const setRole = useMutation({
    mutationFn: (value: string | null) => api.setRole(name, role.parse(value)),
    onSettled: onChanged,
    onError: sayFailed(`${name} has the same role as before`),
  })
  const link = useMutation({
    mutationFn: () => api.linkPerson(name),
    onSuccess: (invitation) => {
      close()
      onInvited(invitation)
    },
  })
  const remove = useMutation({
    mutationFn: () => api.removePerson(name),
    onSuccess: () => {
      close()
      return onChanged()
    },
  })
  return (
    <Group gap="sm" role="group" aria-label={name}>
      <div style={{ flex: '1 1 160px', minWidth: 0 }}>
        <Text fw={600} className="breakable">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {stateOf(person)}
        </Text>
      </div>
      <Select
        aria-label={`Role of ${name}`}
        w={120}
        data={roles}
        allowDeselect={false}
        value={person.role}
        onChange={(value) => setRole.mutate(value)}
      />
      <Button variant="default" size="compact-sm" onClick={() => setAsking('link')}>
        New link…
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => setAsking('remove')}>
        Remove…
      </Button>
      <Confirm
        opened={asking === 'link'}
        title={`A new link for ${name}?`}
        keep="Leave it"
        act="Make a new link"
        pending={link.isPending}
        failure={link.error && <Failure title="There is no new link" error={link.error} />}
        onClose={close}
        onAct={() => link.mutate()}
      >
        The password and the codes that {name} has are worth nothing then, and every window of {name} is signed out.
      </Confirm>
      <Confirm
        opened={asking === 'remove'}
        title={`Remove ${name}?`}
        keep="Keep"
        act={`Remove ${name}`}
        pending={remove.isPending}
        failure={remove.error && <Failure title={`${name} is still there`} error={remove.error} />}
        onClose={close}
        onAct={() => remove.mutate()}
      >
        {name} signs in no more, and every window of {name} is signed out. What {name} began goes on, and the audit log
        keeps it.
      </Confirm>
    </Group>
  )
}

function stateOf({ isReady, linkEndsAt, seenAt }: Person): string {
  if (!isReady) return linkEndsAt === null ? 'The link has expired' : `The link works until ${moment(linkEndsAt)}`
  return seenAt === null ? 'Never signed in' : `Last signed in ${moment(seenAt)}`
}
