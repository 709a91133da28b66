import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Run } from '../../../shared/app-api.ts'
import { useCollections } from '../api/context.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { count, counted, moneyText } from '../ui/format.ts'
import { GoOn } from '../ui/go-on.tsx'
import { plainWords } from '../ui/plain-words.ts'
import { WaitingNotice } from '../ui/waiting-notice.tsx'
import { RunBar } from './run-bar.tsx'
import classes from './run-hero.module.css'
import { RunState } from './run-state.tsx'
import { RunThanks } from './run-thanks.tsx'

/** The progress of a run: one large number, the bar, and what it waits for or has left to do. */
export function RunHero({ run, onFix }: { run: Run; onFix(): void }) {
  const { counts, closedAt, completedAt } = run
  const { data: collections } = useCollections()
  const collection = collections?.find(({ id }) => id === run.collectionId)
  const ended = completedAt !== null
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Group gap="sm" align="baseline">
          <span className={classes.number}>{count(counts.succeeded)}</span>
          <Text size="lg" c="dimmed">
            {ended && counts.succeeded === counts.total
              ? `of ${counted(counts.total, 'NFT')}: all minted`
              : `of ${counted(counts.total, 'NFT')} minted`}
          </Text>
        </Group>
        <RunState run={run} />
      </Group>
      <RunBar counts={counts} legend />
      {run.entering !== null && (
        <Text size="sm" c="dimmed" role="status">
          Adding rows: {count(run.entering)} of {count(counts.total)}. Minting goes on meanwhile; you can close this
          page.
        </Text>
      )}
      {run.leftOff !== null && (
        <Alert color="yellow" variant="light" className="breakable">
          {counted(run.leftOff.nfts, 'NFT')} of this run {run.leftOff.nfts === 1 ? 'is' : 'are'} not minted.{' '}
          {plainWords(run.leftOff.reason)}
        </Alert>
      )}
      {!ended && closedAt !== null && (
        <Text c="dimmed" role="status">
          Mintdesk was closed at {count(closedAt)} of {count(counts.total)}. Nothing was lost
          {run.state === 'running' ? '; going on.' : '.'}
        </Text>
      )}
      {run.notice !== null && (
        <WaitingNotice
          notice={run.notice}
          waitsFor={run.waitsFor}
          chain={run.chain}
          chainLabel={run.chainLabel}
          color={run.state === 'waiting' ? 'yellow' : 'blue'}
          {...(run.restFee === null ? {} : { sum: `About ${moneyText(run.restFee)} is needed for the rest. ` })}
        >
          {collection?.halted && (
            <Allowed right="admin">
              <GoOn collection={collection} />
            </Allowed>
          )}
        </WaitingNotice>
      )}
      {counts.failed > 0 && (
        <Alert color="yellow" variant="light">
          <Group justify="space-between" gap="sm">
            <Text size="sm" flex="1 1 320px">
              {count(counts.failed)} of {counted(counts.total, 'NFT')} failed and {counts.failed === 1 ? 'was' : 'were'}{' '}
              not minted; each row says why. “Correct…” gives one another recipient, name or picture; “Retry failed”
              tries these alone again as they are.
            </Text>
            <Allowed right="mint">
              <Button size="xs" leftSection={<IconTool size={14} />} onClick={onFix}>
                Fix {counted(counts.failed, 'row')}
              </Button>
            </Allowed>
          </Group>
        </Alert>
      )}
      {ended && counts.succeeded > 0 && (
        <Group gap="xs">
          <Button component={Link} href={`/collections/${encodeURIComponent(run.collectionId)}`} variant="light">
            See the collection
          </Button>
          <RunThanks run={run} />
        </Group>
      )}
    </Stack>
  )
}
