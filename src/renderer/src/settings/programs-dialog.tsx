import { Button, Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError } from '../api/client.ts'
import { useApi } from '../api/context.tsx'
import { Failure } from '../ui/failure.tsx'

/** Gets the programs that Solana's practice network runs, from the internet or from a folder. */
export function ProgramsDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="The programs of Solana’s practice network">
      <Question onClose={onClose} />
    </Modal>
  )
}

function Question({ onClose }: { onClose(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [source, setSource] = useState('mainnet')
  const [rpc, setRpc] = useState('')
  const [folder, setFolder] = useState('')
  const [acceptNew, setAcceptNew] = useState(false)
  const install = useMutation({
    mutationFn: () =>
      api.installPrograms({
        ...(source === 'folder' ? { from: folder.trim() } : rpc.trim() === '' ? {} : { rpc: rpc.trim() }),
        acceptNew,
      }),
    onSuccess: (programs) => {
      notifications.show({ message: `${programs.length} programs are installed. Solana can be practised on now.` })
      onClose()
      void queries.invalidateQueries()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    install.mutate()
  }
  const changed = install.error instanceof CallError && install.error.code === 'network.programs-changed'
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          NFTs on Solana are made by programs of Metaplex, which Mintdesk may not ship. They are checked against the
          hashes that this version knows, and kept in the data folder.
        </Text>
        <Radio.Group label="Where from" value={source} onChange={setSource}>
          <Stack gap="xs" mt={4}>
            <Radio
              value="mainnet"
              label="Solana’s mainnet"
              description="About 7.5 MB, once. Nothing is sent but the programs’ names."
            />
            <Radio value="folder" label="A folder on this computer" description="With files such as mpl_bubblegum.so" />
          </Stack>
        </Radio.Group>
        {source === 'mainnet' ? (
          <TextInput
            label="RPC"
            description="Empty for the public one"
            placeholder="https://api.mainnet-beta.solana.com"
            value={rpc}
            onChange={(event) => setRpc(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            label="Folder"
            description="Its whole path"
            required
            value={folder}
            onChange={(event) => setFolder(event.currentTarget.value)}
          />
        )}
        {install.error && <Failure title="The programs were not installed" error={install.error} />}
        {changed && (
          <Checkbox
            label="Take programs that this version does not know"
            description="Only when you trust where they come from: they were upgraded since."
            checked={acceptNew}
            onChange={(event) => setAcceptNew(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" loading={install.isPending} disabled={source === 'folder' && folder.trim() === ''}>
            Install
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
