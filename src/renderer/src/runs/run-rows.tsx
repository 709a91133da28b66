import { Button, Group, Popover, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle, IconCircleCheck, IconCircleMinus, IconClock, IconSearch, IconSend } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Run, RunRow } from '../../../shared/app-api.ts'
import { familyOf } from '../../../shared/families.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Address } from '../ui/address.tsx'
import { useMay } from '../ui/allowed.tsx'
import { Failure } from '../ui/failure.tsx'
import { Thumbnail } from '../ui/media/thumbnail.tsx'
import { CellText } from '../ui/table/cell-text.tsx'
import type { TableColumn } from '../ui/table/table-row.tsx'
import { usePages } from '../ui/table/use-pages.ts'
import { VirtualTable } from '../ui/table/virtual-table.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { RowHistory } from './row-history.tsx'

const states: Record<RunRow['state'], { word: string; tone: string; Icon: typeof IconClock }> = {
  queued: { word: 'Queued', tone: '', Icon: IconClock },
  prepared: { word: 'Ready to send', tone: '', Icon: IconClock },
  sent: { word: 'Waiting for confirmation', tone: '', Icon: IconSend },
  succeeded: { word: 'Minted', tone: 'ok', Icon: IconCircleCheck },
  failed: { word: 'Failed', tone: 'bad', Icon: IconAlertCircle },
  cancelled: { word: 'Cancelled', tone: '', Icon: IconCircleMinus },
}

function State({ row }: { row: RunRow }) {
  const { word, tone, Icon } = states[row.state]
  return (
    <>
      <Icon size={16} className={tone} aria-hidden style={{ flex: 'none' }} />
      <CellText title={row.error ?? ''}>{row.error === null ? word : `${word}: ${row.error}`}</CellText>
    </>
  )
}

/** What can be done about a failed row, and the former values of a corrected one. */
function Correcting({ row, onCorrect }: { row: RunRow; onCorrect(row: RunRow): void }) {
  const { failures } = row
  const may = useMay('mint')
  if (row.state !== 'failed' && failures.length === 0) return null
  return (
    <Group gap="xs" wrap="nowrap" ml="auto" flex="none">
      {row.state === 'failed' && may && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Correct… row ${row.row}`}
          onClick={() => onCorrect(row)}
        >
          Correct…
        </Button>
      )}
      {failures.length > 0 && (
        <Popover width={420} withinPortal>
          <Popover.Target>
            <Button size="compact-xs" variant="subtle" aria-label={`What row ${row.row} was before`}>
              Corrected
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <RowHistory failures={failures} />
          </Popover.Dropdown>
        </Popover>
      )}
    </Group>
  )
}

/**
 * @param token the name of what identifies an NFT on the run's chain
 * @param failures whether some rows have failed
 * @param onCorrect the person wants to correct a failed row
 */
const columnsOf = (token: string, failures: boolean, onCorrect: (row: RunRow) => void): TableColumn<RunRow>[] => [
  { key: 'row', header: 'Row', width: 84, align: 'right', cell: (row) => row.row },
  {
    key: 'state',
    header: 'State',
    // Room for the reason of the failure, and for the button.
    width: failures ? 320 : 220,
    cell: (row) => (
      <>
        <State row={row} />
        <Correcting row={row} onCorrect={onCorrect} />
      </>
    ),
  },
  {
    key: 'recipient',
    header: 'Recipient',
    width: 280,
    cell: (row) => <CellText title={row.recipient}>{row.recipient}</CellText>,
  },
  {
    key: 'name',
    header: 'Name',
    width: 236,
    cell: (row) => (
      <>
        <Thumbnail src={row.picture ?? ''} name={row.name} id={row.nftId} alt="" size={64} width={28} />
        <CellText anyScript>{row.name}</CellText>
      </>
    ),
  },
  {
    key: 'token',
    header: token,
    width: 150,
    align: 'right',
    cell: ({ tokenId }) =>
      tokenId === null || /^\d+$/.test(tokenId) ? (
        (tokenId ?? '–')
      ) : (
        <Address address={tokenId} what={token.toLowerCase()} identicon={false} />
      ),
  },
  {
    key: 'tx',
    header: 'Transaction',
    width: 210,
    cell: (row) => (row.txId === null ? '–' : <Address address={row.txId} what="transaction hash" identicon={false} />),
  },
]

const filters = ['all', 'pending', 'succeeded', 'failed', 'cancelled'] as const
type RowState = (typeof filters)[number]
const filterWords = { all: 'All', pending: 'On the way', succeeded: 'Minted', failed: 'Failed', cancelled: 'Cancelled' }

/** The rows of a run: by state, or found by recipient or token id. @param first the state that is shown at first */
export function RunRows({ run, first = 'all' }: { run: Run; first?: RowState }) {
  const named = familyOf(run.chain).words
  const [state, setState] = useState<RowState>(first)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Which rows to show"
          size="sm"
          value={state}
          onChange={setState}
          data={filters.map((value) => ({ value, label: filterWords[value] }))}
        />
        <TextInput
          aria-label="Search rows"
          placeholder={`Recipient or ${named.token.toLowerCase()}`}
          leftSection={<IconSearch size={16} />}
          w={280}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Group>
      <Rows key={`${state} ${search}`} run={run} state={state} search={search} />
    </Stack>
  )
}

function Rows({ run, state, search }: { run: Run; state: RowState; search: string }) {
  const api = useApi()
  const named = familyOf(run.chain).words
  const [corrected, setCorrected] = useState<RunRow | null>(null)
  const pages = usePages([...keys.runRows(run.id), state, search], (offset, limit) =>
    api.runRows(run.id, search === '' ? { state, offset, limit } : { state, search, offset, limit }),
  )
  const failures = run.counts.failed > 0
  const columns = useMemo(() => columnsOf(named.token, failures, setCorrected), [named.token, failures])
  if (pages.error !== null) {
    return (
      <Failure
        title="The rows could not be loaded"
        error={pages.error}
        money="The run is not affected by that."
        onRetry={pages.retry}
      />
    )
  }
  if (pages.total === 0) {
    return (
      <Text c="dimmed" p="md">
        {search === ''
          ? 'No rows are in this state. Choose another filter.'
          : `No row has this recipient or ${named.token.toLowerCase()}. Search for a part of it.`}
      </Text>
    )
  }
  return (
    <>
      <VirtualTable
        label="Rows of the run"
        columns={columns}
        total={pages.total ?? 0}
        rowAt={pages.rowAt}
        onRange={pages.onRange}
        onOpen={(_, row) => row.state === 'failed' && setCorrected(row)}
        height={Math.min(460, 56 + (pages.total ?? 0) * 36)}
      />
      {corrected !== null && <CorrectDialog run={run} row={corrected} onClose={() => setCorrected(null)} />}
    </>
  )
}
