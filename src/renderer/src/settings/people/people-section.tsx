import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Invitation, type Role, role as roleSchema, roles } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { Failure } from '../../ui/failure.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Section } from '../section.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { PersonRow } from './person-row.tsx'

/** Who may sign in to this server. */
export function PeopleSection() {
  const api = useApi()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: keys.people, queryFn: api.people })
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('minter')
  const [made, setMade] = useState<Invitation | null>(null)
  const changed = () => queries.invalidateQueries({ queryKey: keys.people })
  const invited = (invitation: Invitation): void => {
    setMade(invitation)
    void changed()
  }
  const add = useMutation({
    mutationFn: () => api.addPerson(name.trim(), role),
    onSuccess: (invitation) => {
      setName('')
      invited(invitation)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <Section
      id="people"
      title="People"
      about="Viewers look. Minters also mint, correct and hand over. Admins do everything: settings, keys, the vault, withdrawals, people."
    >
      {error && !data && <Failure title="The list could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting what="people" lines={2} />}
      {data && (
        <Stack gap="md">
          {data.length === 0 && <Text c="dimmed">Nobody yet.</Text>}
          {data.map((person) => (
            <PersonRow key={person.name} person={person} onChanged={changed} onInvited={invited} />
          ))}
          {made && <InvitationLink invitation={made} />}
          <form onSubmit={submit}>
            <Group align="flex-end" gap="sm">
              <TextInput
                label="Name"
                description="To sign in with; an e-mail address will do"
                w={260}
                maw="100%"
                maxLength={64}
                autoCapitalize="none"
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Select
                label="Role"
                w={120}
                data={roles}
                allowDeselect={false}
                value={role}
                onChange={(value) => setRole(roleSchema.parse(value))}
              />
              <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
                Invite
              </Button>
            </Group>
          </form>
          {add.error && <Failure title="Nobody was invited" error={add.error} />}
        </Stack>
      )}
    </Section>
  )
}
