import { Button, Group, Modal, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fromUnits } from '../../../shared/amount.ts'
import type { Project, SpendingCaps } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { changedFields } from '../ui/changed-fields.ts'
import { Failure } from '../ui/failure.tsx'
import { moneyText } from '../ui/format.ts'
import { Worth } from '../ui/money/worth.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Section } from './section.tsx'

type Cap = SpendingCaps['perRun']

/** The project's spending caps on each network. */
export function CapsSection({ kind }: { kind: Project['kind'] }) {
  const api = useApi()
  const { data, error, refetch } = useQuery({ queryKey: keys.caps, queryFn: api.caps, staleTime: 0 })
  const [changed, setChanged] = useState<SpendingCaps | null>(null)
  return (
    <Section
      id="caps"
      title="Spending caps"
      about="The most that may leave the fee balance for network fees, whoever asks: this window, the command line, a program with an API key, a model. At a cap, work waits and nothing is lost. Only a person can change a cap; an API key cannot."
    >
      {error && !data && <Failure title="The caps could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting what="spending caps" lines={2} />}
      {data?.length === 0 && <Text c="dimmed">No network is in use yet. Caps can be set once one is.</Text>}
      {data && data.length > 0 && (
        <Table.ScrollContainer minWidth={480}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Network</Table.Th>
                <Table.Th>Each run</Table.Th>
                <Table.Th>In a day</Table.Th>
                <Table.Th>In all</Table.Th>
                <Table.Th>
                  <VisuallyHidden>Change</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((caps) => (
                <Table.Tr key={caps.chain}>
                  <Table.Td>{caps.chainLabel}</Table.Td>
                  <Table.Td>
                    <CapText cap={caps.perRun} kind={kind} />
                  </Table.Td>
                  <Table.Td>
                    <CapText cap={caps.perDay} spent={caps.spentToday} kind={kind} />
                  </Table.Td>
                  <Table.Td>
                    <CapText cap={caps.inAll} spent={caps.spent} kind={kind} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Change the spending caps on ${caps.chainLabel}`}
                      onClick={() => setChanged(caps)}
                    >
                      Change
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Modal
        opened={changed !== null}
        onClose={() => setChanged(null)}
        title={`Spending caps on ${changed?.chainLabel ?? ''}`}
      >
        {changed && <CapsForm key={changed.chain} caps={changed} onClose={() => setChanged(null)} />}
      </Modal>
    </Section>
  )
}

function CapText({ cap, spent, kind }: { cap: Cap; spent?: NonNullable<Cap>; kind: Project['kind'] }) {
  return (
    <>
      {cap === null ? <Text c="dimmed">No cap</Text> : <b>{moneyText(cap)}</b>}
      {cap && <Worth money={cap} kind={kind} />}
      {spent && (
        <Text size="sm" c="dimmed">
          {moneyText(spent)} spent
        </Text>
      )}
    </>
  )
}

const fields = [
  { name: 'perRun', label: 'Each run may spend' },
  { name: 'perDay', label: 'The project may spend in a day (UTC)' },
  { name: 'inAll', label: 'The project may spend in all' },
] as const

type CapsDraft = Record<(typeof fields)[number]['name'], string>

function draftOf({ perRun, perDay, inAll }: SpendingCaps): CapsDraft {
  const shown = (cap: Cap): string => (cap === null ? '' : fromUnits(cap.amount, cap.decimals))
  return { perRun: shown(perRun), perDay: shown(perDay), inAll: shown(inAll) }
}

/** The caps that a person changed; null removes one. */
function changedCaps(shown: CapsDraft, now: CapsDraft): Partial<Record<keyof CapsDraft, string | null>> {
  const changed = Object.entries(changedFields(shown, now))
  return Object.fromEntries(changed.map(([name, text]) => [name, text.trim() || null]))
}

function CapsForm({ caps, onClose }: { caps: SpendingCaps; onClose(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const [shown] = useState(() => draftOf(caps))
  const [given, setGiven] = useState(shown)
  const set = useMutation({
    mutationFn: () => api.setCaps(caps.chain, changedCaps(shown, given)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.caps })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          Leave a field empty for no cap. What is signed and not settled counts at the most that it may cost, so a run
          may stop a little before its cap, and go on when the rest is known.
        </Text>
        {fields.map(({ name, label }, place) => (
          <TextInput
            key={name}
            label={label}
            placeholder="No cap"
            rightSection={
              <Text size="sm" c="dimmed">
                {caps.spent.currency}
              </Text>
            }
            rightSectionWidth={56}
            inputMode="decimal"
            value={given[name]}
            onChange={(event) => setGiven({ ...given, [name]: event.currentTarget.value })}
            {...(place === 0 ? { 'data-autofocus': true } : {})}
          />
        ))}
        {set.error && <Failure title="The caps are as they were" error={set.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={set.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
