import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Run } from '../../../shared/app-api.ts'
import { Allowed } from '../ui/allowed.tsx'
import { count, counted, moneyText } from '../ui/format.ts'
import { Lacking } from '../ui/lacking.tsx'
import { plainWords } from '../ui/plain-words.ts'
import { RunBar } from './run-bar.tsx'
import classes from './run-hero.module.css'
import { RunNotice } from './run-notice.tsx'
import { RunState } from './run-state.tsx'
import { RunThanks } from './run-thanks.tsx'

/** The progress of a run: one large number, the bar, and what it waits for or has left to do. */
export function RunHero({ run, onFix }: { run: Run; onFix(): void }) {
  const { counts, closedAt, completedAt } = run
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
