import { Anchor, Button, Stack, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'wouter'
import { CallError } from '../api/client.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { count, moment } from '../ui/format.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { RunActions } from './run-actions.tsx'
import { RunFigures } from './run-figures.tsx'
import { RunHero } from './run-hero.tsx'
import { RunRows } from './run-rows.tsx'
import { RunTransactions } from './run-transactions.tsx'
import { RunWall } from './run-wall.tsx'
import { useProgressOutside } from './use-progress-outside.ts'

const RateChart = lazy(() => import('./rate-chart.tsx'))

/** One run: how far it is, what it costs, its rows and its transactions. */
export default function RunPage({ id }: { id: string }) {
  const api = useApi()
  const { data: run, error, refetch } = useQuery({ queryKey: keys.run(id), queryFn: () => api.runOf(id) })
  useProgressOutside(run)
  const [tab, setTab] = useState<string | null>('rows')
  /** How often the person asked for the failed rows: each time the list starts from the top. */
  const [fixes, setFixes] = useState(0)
  const details = useRef<HTMLDivElement>(null)
  const fix = () => {
    setTab('rows')
    setFixes((times) => times + 1)
    details.current?.scrollIntoView({ block: 'start' })
  }
  if (error instanceof CallError && error.code === 'run.notFound' && !run) {
    return (
      <Page title="There is no such run" about="It may belong to another project.">
        <div>
          <Button component={Link} href="/runs">
            All runs
          </Button>
        </div>
      </Page>
    )
  }
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
  if (!run)
    return (
      <Page title="Run">
        <Waiting what="run" lines={3} height={120} />
      </Page>
    )
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
      <Stack className="panel" p="lg" gap="lg">
        <RunHero run={run} onFix={fix} />
        <RunWall run={run} />
        <RunFigures run={run} />
      </Stack>
      {run.blocks.points.length > 2 && (
        <Stack className="panel" p="lg" gap="xs">
          <Text fw={600}>
            NFTs in each block{run.blocks.per > 1 && `, as the mean of ${count(run.blocks.per)} blocks`}
          </Text>
          <Suspense fallback={<Waiting what="chart" lines={1} height={140} />}>
            <RateChart blocks={run.blocks} />
          </Suspense>
        </Stack>
      )}
      <Tabs value={tab} onChange={setTab} keepMounted={false} ref={details}>
        <Tabs.List mb="md">
          <Tabs.Tab value="rows">Rows</Tabs.Tab>
          <Tabs.Tab value="transactions">Transactions ({count(run.transactions)})</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="rows">
          <RunRows key={fixes} run={run} first={fixes === 0 ? 'all' : 'failed'} />
        </Tabs.Panel>
        <Tabs.Panel value="transactions">
          <RunTransactions run={run} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
