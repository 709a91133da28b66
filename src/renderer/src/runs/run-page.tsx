import { Alert, Anchor, Skeleton, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { count, counted, moment, moneyText } from '../ui/format.ts'
import { Lacking } from '../ui/lacking.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { RunActions } from './run-actions.tsx'
import { RunBar } from './run-bar.tsx'
import { RunFigures } from './run-figures.tsx'
import { RunNotice } from './run-notice.tsx'
import { RunRows } from './run-rows.tsx'
import { RunState } from './run-state.tsx'
import { RunTransactions } from './run-transactions.tsx'
import { useProgressOutside } from './use-progress-outside.ts'

const RateChart = lazy(() => import('./rate-chart.tsx'))

/** One run: how far it is, what it costs, its rows and its transactions. */
export default function RunPage({ id }: { id: string }) {
  const api = useApi()
  const { data: run, error, refetch } = useQuery({ queryKey: keys.run(id), queryFn: () => api.runOf(id) })
  useProgressOutside(run)
  if (error && !run) {
    return (
      <Page title="Run">
        <Failure
          title="This run could not be loaded"
          error={error}
          money="A run that is under way is not affected by that."
          onRetry={() => void refetch()}
        />
      </Page>
    )
  }
  if (!run) return <Waiting what="run" lines={3} height={120} />
  return (
    <Page
      title={run.name}
      about={
        <>
          Into{' '}
          <Anchor component={Link} href={`/collections/${encodeURIComponent(run.collectionId)}`}>
            {run.collectionName}
          </Anchor>{' '}
          on {run.chainLabel} · started {moment(run.createdAt)}
          {run.completedAt !== null && ` · ended ${moment(run.completedAt)}`}
        </>
      }
      actions={<RunActions run={run} />}
    >
      <Stack className="panel" p="lg" gap="md">
        <div>
          <RunState run={run} />
        </div>
        <RunBar counts={run.counts} legend />
        {run.entering !== null && (
          <Text size="sm" c="dimmed" role="status">
            Adding rows: {count(run.entering)} of {count(run.counts.total)}.{' '}
            {run.state === 'paused' ? 'None is minted while the run is paused.' : 'Minting goes on meanwhile.'} You can
            close this page.
          </Text>
        )}
        {run.leftOff !== null && (
          <Alert color="yellow" variant="light" className="breakable">
            {counted(run.leftOff.nfts, 'NFT')} of this run {run.leftOff.nfts === 1 ? 'is' : 'are'} not minted.{' '}
            {run.leftOff.reason}
          </Alert>
        )}
        {run.waitsFor?.what === 'funds' && run.waitsFor.address !== null && run.waitsFor.missing !== null ? (
          <Lacking
            title="Waiting for coin: the next transaction lacks"
            lacks={run.waitsFor.missing}
            address={run.waitsFor.address}
            chainLabel={run.chainLabel}
          >
            {run.restFee !== null && `About ${moneyText(run.restFee)} is needed for the rest. `}
            The run goes on by itself when it arrives; nothing is lost.
          </Lacking>
        ) : run.notice !== null ? (
          <RunNotice run={run} notice={run.notice} />
        ) : null}
        {run.counts.failed > 0 && (
          <Alert color="yellow" variant="light">
            {count(run.counts.failed)} of {count(run.counts.total)} NFTs failed and were not minted; each row below says
            why. “Correct…” gives one another recipient, name or picture; “Retry failed” tries these alone again as they
            are.
          </Alert>
        )}
        <RunFigures run={run} />
      </Stack>
      {run.history.length > 2 && (
        <Stack className="panel" p="lg" gap="xs">
          <Text fw={600}>NFTs per second</Text>
          <Suspense fallback={<Skeleton height={160} aria-label="Loading the chart" />}>
            <RateChart history={run.history} />
          </Suspense>
        </Stack>
      )}
      <Tabs defaultValue="rows" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="rows">Rows</Tabs.Tab>
          <Tabs.Tab value="transactions">Transactions ({count(run.transactions)})</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rows">
          <RunRows run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="transactions">
          <RunTransactions run={run} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
