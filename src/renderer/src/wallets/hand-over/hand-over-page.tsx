import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { HandOver } from '../../../../shared/app-api.ts'
import { familyOf } from '../../../../shared/families.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { FeeCeiling } from '../../runs/fee-ceiling.tsx'
import { RunBar } from '../../runs/run-bar.tsx'
import { Locked, useMay } from '../../ui/allowed.tsx'
import { Failure } from '../../ui/failure.tsx'
import { count, counted, duration, moment, moneyText } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { plainWords } from '../../ui/plain-words.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { HandOverActions } from './hand-over-actions.tsx'
import { HandOverFindings } from './hand-over-findings.tsx'
import { HandOverPrice } from './hand-over-price.tsx'
import { HandOverState } from './hand-over-state.tsx'
import { StayedNfts } from './stayed-nfts.tsx'

/** One hand-over: what was found, the price and the button, then how far it is. */
export default function HandOverPage({ id }: { id: string }) {
  const api = useApi()
  const { data, error, refetch } = useQuery({ queryKey: keys.handOver(id), queryFn: () => api.handOverOf(id) })
  if (error && !data)
    return (
      <Page title="Hand over">
        <Failure
          title="This hand-over could not be loaded"
          error={error}
          money="One that is under way is not affected by that."
          onRetry={() => void refetch()}
        />
      </Page>
    )
  if (!data)
    return (
      <Page title="Hand over">
        <Waiting what="hand-over" lines={3} height={120} />
      </Page>
    )
  const begun = data.startedAt !== null
  return (
    <Page
      title={data.name}
      about={
        <>
          Hands over {data.collections.length === 0 ? 'all that people hold' : `NFTs of ${data.collections.join(', ')}`}{' '}
          · {moment(data.createdAt)}
        </>
      }
      actions={<HandOverActions handOver={data} />}
    >
      <Stack className="panel" p="lg" gap="md">
        <div>
          <HandOverState handOver={data} />
        </div>
        {data.state === 'checking' ? <Checking handOver={data} /> : <Figures handOver={data} />}
        {begun && <RunBar counts={{ ...data.nfts, queued: data.nfts.waiting, prepared: 0 }} legend done="moved" />}
        {data.notice !== null && (
          <Alert color="yellow" variant="light" role="status">
            {plainWords(data.notice)}
          </Alert>
        )}
        {data.state === 'running' && data.secondsLeft !== null && (
          <Text size="sm" c="dimmed">
            About {duration(data.secondsLeft)} left
          </Text>
        )}
        {begun && data.chains.map((chain) => <ChainFee key={chain.chain} handOver={data} chain={chain} />)}
      </Stack>
      {begun && data.nfts.failed > 0 && <StayedNfts id={data.id} failed={data.nfts.failed} />}
      <HandOverFindings handOver={data} />
      {data.state === 'checked' && (
        <Locked right="mint">
          <HandOverPrice handOver={data} />
        </Locked>
      )}
    </Page>
  )
}

/** The fees paid on a chain, and its fee ceiling, which can be changed under way. */
function ChainFee({ handOver, chain: of }: { handOver: HandOver; chain: HandOver['chains'][number] }) {
  const api = useApi()
  const queries = useQueryClient()
  const { chain, chainLabel, fee, feeCeiling } = of
  const may = useMay('mint')
  return (
    <Group gap="xl">
      <Text size="sm">
        Fee so far on {chainLabel}: {moneyText(fee)}
      </Text>
      {familyOf(chain).gasPrice !== null && (
        <Group gap={6}>
          <Text size="sm">Fee ceiling on {chainLabel}:</Text>
          <FeeCeiling
            chain={chain}
            ceiling={feeCeiling}
            label={`Fee ceiling on ${chainLabel}`}
            ended={!may || handOver.state === 'finished' || handOver.state === 'cancelled'}
            onChange={async (ceiling) => {
              const changed = await api.changeHandOver(handOver.id, { feeCeilings: { [chain]: ceiling } })
              replaceAnswer(queries, keys.handOver(handOver.id), changed)
            }}
          />
        </Group>
      )}
    </Group>
  )
}

function Checking({ handOver: { rows } }: { handOver: HandOver }) {
  const seen = rows.total - rows.unseen
  return (
    <div>
      <Text mb="xs">
        Looking up what each person holds: {count(seen)} of {counted(rows.total, 'row')}
      </Text>
      <Progress value={rows.total === 0 ? 0 : (seen / rows.total) * 100} aria-label="People looked up" />
    </div>
  )
}

function Figures({ handOver: { rows, nfts } }: { handOver: HandOver }) {
  const figures = [
    { value: nfts.total, word: nfts.total === 1 ? 'NFT to move' : 'NFTs to move' },
    { value: rows.ready, word: rows.ready === 1 ? 'person' : 'people' },
    { value: rows.empty, word: 'without NFTs' },
    { value: rows.errors, word: rows.errors === 1 ? 'row left out' : 'rows left out' },
    { value: nfts.unmovable, word: 'cannot be moved' },
  ].filter(({ value }, place) => value > 0 || place < 2)
  return (
    <Group gap="xl">
      {figures.map(({ value, word }) => (
        <div key={word}>
          <Text fz={28} fw={700} lh={1.1}>
            {count(value)}
          </Text>
          <Text size="sm" c="dimmed">
            {word}
          </Text>
        </div>
      ))}
    </Group>
  )
}
