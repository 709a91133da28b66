import { Anchor, Button, MultiSelect, Stack, Table, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconTableExport } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useApi, useAppState } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { Allowed, Locked } from '../../ui/allowed.tsx'
import { Failure } from '../../ui/failure.tsx'
import { count, moment } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { sayFailed } from '../../ui/say-failed.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { AllowMoving } from './allow-moving.tsx'
import { HandOverState } from './hand-over-state.tsx'

/** Takes a file of people and their wallets, and lists the earlier hand-overs. */
export default function HandOversPage() {
  const { data: state } = useAppState()
  return (
    <Page
      title="Hand over"
      about="Moves what this project holds for people to their own wallets, from a file that says whose is where."
    >
      {state?.project.enterprise === true && (
        <Allowed right="mint">
          <DropFile />
        </Allowed>
      )}
      {state?.project.enterprise === false && (
        <Locked right="admin">
          <AllowMoving project={state.project} />
        </Locked>
      )}
      <Earlier />
    </Page>
  )
}

const refuse = sayFailed('The files were not taken', 'Nothing was moved.')

function DropFile() {
  const api = useApi()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const open = useRef<() => void>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const collections = useQuery({ queryKey: keys.collections, queryFn: () => api.collections() })
  const send = useMutation({
    mutationFn: (file: File) => api.createHandOver(file, { name: file.name, collections: chosen }),
    onSuccess: (made) => {
      replaceAnswer(queries, keys.handOver(made.id), made)
      void queries.invalidateQueries({ queryKey: keys.handOvers, exact: true })
      go(`/wallets/hand-over/${made.id}`)
    },
  })
  return (
    <Stack gap="md">
      <MultiSelect
        label="Collections"
        description="Leave it empty to move all that each person holds"
        placeholder={chosen.length === 0 ? 'All' : ''}
        data={(collections.data ?? []).map(({ id, metadata, chainLabel }) => ({
          value: id,
          label: `${metadata.name} on ${chainLabel}`,
        }))}
        value={chosen}
        onChange={setChosen}
        searchable
        clearable
        maw={520}
      />
      <Dropzone
        openRef={open}
        onDrop={([file]) => file && send.mutate(file)}
        onReject={() => refuse(new Error('A hand-over is of one file: give the others one after the other.'))}
        loading={send.isPending}
        multiple={false}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': 'File of people and their wallets' }}
        tabIndex={-1}
        p="xl"
      >
        <Stack align="center" gap="sm">
          <IconTableExport size={40} stroke={1.25} aria-hidden />
          <Text size="lg" fw={600} ta="center">
            Drop a file of people and their own wallets
          </Text>
          <Text c="dimmed" ta="center" maw={520}>
            Columns <b>email</b> or <b>userId</b>, and <b>address</b>; one row for each person. Nothing moves before you
            have seen who holds what, and the price.
          </Text>
          <Button onClick={() => open.current?.()}>Choose a file</Button>
        </Stack>
      </Dropzone>
      {send.error && <Failure title="The file was not taken" error={send.error} money="Nothing was moved." />}
    </Stack>
  )
}

function Earlier() {
  const api = useApi()
  const { data, error, refetch } = useQuery({ queryKey: keys.handOvers, queryFn: () => api.handOvers() })
  if (error && !data)
    return <Failure title="Earlier hand-overs could not be loaded" error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting what="earlier hand-overs" />
  if (data.length === 0) return null
  return (
    <div className="panel">
      <Table verticalSpacing="xs" horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>File</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Moved</Table.Th>
            <Table.Th>When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>
                <Anchor component={Link} href={`/wallets/hand-over/${one.id}`} className="breakable">
                  {one.name}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <HandOverState handOver={one} />
              </Table.Td>
              <Table.Td>
                {count(one.nfts.succeeded)} of {count(one.nfts.total)}
              </Table.Td>
              <Table.Td>{moment(one.createdAt)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
