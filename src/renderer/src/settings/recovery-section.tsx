import { Button, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RecoveryState } from '../../../shared/app-api.ts'
import { chainLabel, isChainName } from '../../../shared/chains.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Failure } from '../ui/failure.tsx'
import { count, counted } from '../ui/format.ts'
import { Section } from './section.tsx'

/** Collections and NFTs read back from the chains, for a database that is lost. */
export function RecoverySection() {
  const api = useApi()
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: (dryRun: boolean) => api.startRecovery({ dryRun, collectionIds: [] }),
    onSuccess: (state) => replaceAnswer(queries, keys.recovery, state),
  })
  const { data: state } = useQuery({
    queryKey: keys.recovery,
    queryFn: api.recovery,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 500 : false),
  })
  const entered = state?.state === 'done' && state.found.some((one) => one.entered > 0)
  useEffect(() => {
    if (entered) void queries.invalidateQueries({ queryKey: keys.collections })
  }, [entered, queries])
  const running = state?.state === 'running'
  return (
    <Section
      id="recovery"
      title="A lost database"
      about="Collections and NFTs are found on the chains by the seed alone: on a new computer, or when the data folder is lost. What is known here stays as it is."
    >
      <Group gap="xs">
        <Button variant="default" disabled={running} onClick={() => start.mutate(true)}>
          Only look
        </Button>
        <Button variant="default" disabled={running} onClick={() => start.mutate(false)}>
          Recover what is missing
        </Button>
      </Group>
      {start.error && <Failure title="It was not begun" error={start.error} money="Looking moves no money." />}
      {state?.state === 'failed' && (
        <Failure title="Not everything was looked at" error={state.message} money="Looking moves no money." />
      )}
      {running && <Step step={state.step} />}
      {state?.state === 'done' && <Found state={state} dryRun={start.variables === true} />}
    </Section>
  )
}

function Step({ step }: { step: RecoveryState['step'] }) {
  const share = step === null || step.total === 0 ? 0 : (step.done / step.total) * 100
  return (
    <Stack gap={4}>
      <Progress value={share} aria-label="Looked through" size="sm" />
      <Text size="sm" c="dimmed" role="status">
        {step === null ? 'Looking' : `${nameOf(step.chain)}: ${step.what}`}
      </Text>
    </Stack>
  )
}

function Found({ state: { found, remarks }, dryRun }: { state: RecoveryState; dryRun: boolean }) {
  const sum = (of: (one: RecoveryState['found'][number]) => number) => found.reduce((all, one) => all + of(one), 0)
  const said = `Found ${counted(found.length, 'collection')} with ${counted(
    sum(({ minted }) => minted),
    'NFT',
  )}.`
  const done = dryRun
    ? 'Nothing was changed.'
    : `${counted(
        sum(({ entered }) => entered),
        'NFT',
      )} entered.`
  const notes = [...found.flatMap(({ name, remark }) => (remark === null ? [] : [`${name}: ${remark}`])), ...remarks]
  return (
    <Stack gap="sm">
      <Text role="status">
        {said} {done}
      </Text>
      {found.length > 0 && (
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Collection</Table.Th>
              <Table.Th>Chain</Table.Th>
              <Table.Th>Project</Table.Th>
              <Table.Th ta="right">NFTs</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((one) => (
              <Table.Tr key={`${one.kind} ${one.chain} ${one.contract}`}>
                <Table.Td className="breakable">{one.name}</Table.Td>
                <Table.Td>{nameOf(one.chain)}</Table.Td>
                <Table.Td>
                  {one.kind}, place {one.projectIndex}
                </Table.Td>
                <Table.Td ta="right">{count(one.minted)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed" className="breakable">
          {note}
        </Text>
      ))}
      {!dryRun && found.length > 0 && (
        <Text size="sm" c="dimmed">
          Runs, rows that failed and keys are on no chain. Drop the same file again: what was minted is known, and
          nothing is minted twice.
        </Text>
      )}
    </Stack>
  )
}

function nameOf(chain: string): string {
  return isChainName(chain) ? chainLabel(chain) : chain
}
