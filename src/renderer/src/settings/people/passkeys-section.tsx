import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { Failure } from '../../ui/failure.tsx'
import { moment } from '../../ui/format.ts'
import { Section } from '../section.tsx'

/** The passkeys of the person who is signed in. */
export function PasskeysSection() {
  const api = useApi()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: keys.passkeys, queryFn: api.passkeys })
  const [name, setName] = useState('')
  const show = (now: Awaited<ReturnType<typeof api.passkeys>>) => replaceAnswer(queries, keys.passkeys, now)
  const add = useMutation({
    mutationFn: async () => {
      const made = await startRegistration({ optionsJSON: await api.passkeyOffer() })
      const { id, rawId, response } = made
      return await api.addPasskey({
        name: name.trim(),
        response: { id, rawId, type: 'public-key', clientExtensionResults: {}, response },
      })
    },
    onSuccess: (now) => {
      setName('')
      show(now)
    },
  })
  const remove = useMutation({ mutationFn: (id: string) => api.removePasskey(id), onSuccess: show })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <Section
      id="passkeys"
      title="Your passkeys"
      about="A passkey signs you in without password and code: by your fingerprint, your face or a security key, on the device that holds it."
    >
      <Stack gap="sm">
        {error && !data && <Failure title="They could not be loaded" error={error} onRetry={() => void refetch()} />}
        {data?.map((one) => (
          <Group key={one.id} gap="sm">
            <Text className="breakable">
              {one.name} <Text span c="dimmed">{`since ${moment(one.createdAt)}`}</Text>
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Remove the passkey ${one.name}`}
              onClick={() => remove.mutate(one.id)}
            >
              Remove
            </Button>
          </Group>
        ))}
        {browserSupportsWebAuthn() ? (
          <form onSubmit={submit}>
            <Group align="flex-end" gap="sm">
              <TextInput
                label="What you call it"
                placeholder="My phone"
                w={260}
                maw="100%"
                maxLength={60}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
                Add a passkey
              </Button>
            </Group>
          </form>
        ) : (
          <Text c="dimmed">This browser makes no passkeys.</Text>
        )}
        {add.error && <Failure title="No passkey was added" error={add.error} />}
        {remove.error && <Failure title="The passkey is still there" error={remove.error} />}
      </Stack>
    </Section>
  )
}
