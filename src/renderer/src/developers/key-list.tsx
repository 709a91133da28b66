import { Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { moment } from '../ui/format.ts'
import { sayFailed } from '../ui/say-failed.ts'
import { Waiting } from '../ui/waiting.tsx'
import { KeyDialog, limitsText } from './key-dialog.tsx'

/** The API keys that exist, without the keys themselves. */
export function KeyList() {
  const api = useApi()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<ApiKey | null>(null)
  const [changed, setChanged] = useState<ApiKey | null>(null)
  const { data, error, refetch } = useQuery({ queryKey: keys.keys, queryFn: api.keys })
  const revoke = useMutation({
    mutationFn: (id: string) => api.revokeKey(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.keys }),
    onError: sayFailed('The key was not revoked and still works'),
  })
  if (error && !data)
    return <Failure title="The keys could not be loaded" error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting what="keys" lines={2} />
  if (data.length === 0) return <Text c="dimmed">No keys yet. Create one to let a program mint.</Text>
  return (
    <>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>Rights</Table.Th>
            <Table.Th>Limits</Table.Th>
            <Table.Th>Made</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th pos="relative">
              <VisuallyHidden>Change, revoke</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td className="breakable">{key.name === '' ? 'Without a name' : key.name}</Table.Td>
              <Table.Td className="mono">{key.hint}</Table.Td>
              <Table.Td title={key.scopes.join(', ')}>{key.scopes.length}</Table.Td>
              <Table.Td>{limitsText(key)}</Table.Td>
              <Table.Td>{moment(key.createdAt)}</Table.Td>
              <Table.Td>{key.lastUsedAt === null ? 'never' : moment(key.lastUsedAt)}</Table.Td>
              <Table.Td ta="right">
                {key.revokedAt === null ? (
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    <Button size="compact-sm" variant="default" onClick={() => setChanged(key)}>
                      Change
                    </Button>
                    <Button size="compact-sm" variant="default" onClick={() => setAsked(key)}>
                      Revoke
                    </Button>
                  </Group>
                ) : (
                  <Badge variant="light" color="gray" tt="none" radius="sm">
                    Revoked
                  </Badge>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <KeyDialog apiKey={changed} onClose={() => setChanged(null)} />
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={`Revoke ${asked?.name || asked?.hint}?`}
        keep="Keep it"
        act="Revoke"
        onAct={() => {
          if (asked) revoke.mutate(asked.id)
          setAsked(null)
        }}
      >
        Programs that use this key are refused from now on. What they asked for already is minted. This cannot be
        undone.
      </Confirm>
    </>
  )
}
