import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Failure } from '../../ui/failure.tsx'
import { AddNetworkForm } from './add-network-form.tsx'

/** Adds an EVM network that Mintdesk does not know: an RPC reports what it is, and the person fills in the rest. */
export function AddNetworkDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add your own network" size="lg">
      {opened && <Steps onClose={onClose} />}
    </Modal>
  )
}

function Steps({ onClose }: { onClose(): void }) {
  const api = useApi()
  const [address, setAddress] = useState('')
  const ask = useMutation({ mutationFn: (rpc: string) => api.askNetwork(rpc) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(address.trim())
  }
  return (
    <Stack gap="md">
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">
            Any chain that is built like Ethereum. Mintdesk asks one of its RPCs what it is; nothing is sent or spent.
          </Text>
          <TextInput
            label="Address of an RPC"
            description="It begins with https://, and may hold your key. http:// is for this machine alone."
            placeholder="https://"
            classNames={{ input: 'mono' }}
            required
            data-autofocus
            value={address}
            onChange={(event) => {
              setAddress(event.currentTarget.value)
              ask.reset()
            }}
          />
          {ask.error && <Failure title="This network cannot be used" error={ask.error} />}
          {!ask.data && (
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={ask.isPending} disabled={address.trim() === ''}>
                Ask it
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {ask.data && <AddNetworkForm rpc={ask.variables} found={ask.data} onClose={onClose} />}
    </Stack>
  )
}
