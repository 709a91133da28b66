import { Anchor, Button, Group, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Run } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { RunsArt } from '../ui/art/illustrations.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { count, moment } from '../ui/format.ts'
import { Mosaic } from '../ui/media/mosaic.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { rateOf, rateText } from './rate.ts'
import { RunBar } from './run-bar.tsx'
import { RunState } from './run-state.tsx'

/** Every run, newest first. */
export default function RunsPage() {
  const api = useApi()
  const { data: runs, error, refetch } = useQuery({ queryKey: keys.runs, queryFn: api.runs })
  return (
    <Page title="Runs" about="A run goes on by itself, after a restart too.">
      {error && !runs && (
        <Failure
          title="The runs could not be loaded"
          error={error}
          money="Runs that are under way are not affected by that."
          onRetry={() => void refetch()}
        />
      )}
      {!runs && !error && <Waiting what="runs" />}
      {runs?.length === 0 && (
        <Empty icon={<RunsArt />} title="No runs yet" cure="Drop a spreadsheet on the Mint page to start the first.">
          <Button component={Link} href="/mint">
            Go to Mint
          </Button>
        </Empty>
      )}
      {runs && runs.length > 0 && (
        <div className="panel">
          <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th miw={200}>Name</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th w="25%">Progress</Table.Th>
                <Table.Th ta="right" visibleFrom="sm">
                  NFTs/s
                </Table.Th>
                <Table.Th visibleFrom="sm">Started</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {runs.map((run) => (
                <Table.Tr key={run.id}>
                  <Table.Td>
                    <Group gap="sm" wrap="nowrap">
                      <Mosaic pictures={run.pictures} name={run.name} id={run.id} width={48} alt="" />
                      <div>
                        <Anchor component={Link} href={`/runs/${run.id}`} fw={600} className="breakable">
                          {run.name}
                        </Anchor>
                        <Text size="xs" c="dimmed">
                          {run.collectionName} · {run.chainLabel}
                        </Text>
                      </div>
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <RunState run={run} />
                  </Table.Td>
                  <Table.Td>
                    <RunBar counts={run.counts} />
                    <Text size="xs" c="dimmed" mt={4}>
                      {count(run.counts.succeeded)} of {count(run.counts.total)}
                      {run.counts.failed > 0 && `, ${count(run.counts.failed)} failed`}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="right" visibleFrom="sm">
                    {rateTextOf(run)}
                  </Table.Td>
                  <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
                    {moment(run.createdAt)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Page>
  )
}

function rateTextOf(run: Run): string {
  const rate = rateOf(run)
  return rate === null || rate === 0 ? '–' : rateText(rate)
}
