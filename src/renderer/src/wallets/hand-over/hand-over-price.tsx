import { Alert, Box, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HandOver, HandOverQuote } from '../../../../shared/app-api.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { type CeilingChoice, noCeiling } from '../../mint/price/ceiling-choice.ts'
import { CostCeiling } from '../../mint/price/cost-ceiling.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Failure } from '../../ui/failure.tsx'
import { counted, duration, moneyText } from '../../ui/format.ts'
import { Waiting } from '../../ui/waiting.tsx'

/** What the hand-over will cost, and the button that starts it. */
export function HandOverPrice({ handOver }: { handOver: HandOver }) {
  const api = useApi()
  const queries = useQueryClient()
  const [leaveOut, setLeaveOut] = useState(false)
  const [ceilings, setCeilings] = useState<Record<string, CeilingChoice>>({})
  const [asking, setAsking] = useState(false)
  const { id, nfts, rows } = handOver
  const {
    data: quote,
    error,
    refetch,
  } = useQuery({
    queryKey: [...keys.handOverParts(id), 'quote'],
    queryFn: () => api.handOverQuote(id),
    enabled: nfts.total > 0,
  })
  const start = useMutation({
    mutationFn: () =>
      api.startHandOver(id, { nfts: nfts.total, skipErrors: leaveOut, feeCeilings: pricesOf(ceilings) }),
    onSuccess: (begun) => {
      replaceAnswer(queries, keys.handOver(id), begun)
      setAsking(false)
    },
  })
  if (nfts.total === 0)
    return (
      <Alert color="yellow" variant="light" title="Nothing can be moved">
        None of these people holds anything that can be moved. Correct the file, and drop it again.
      </Alert>
    )
  if (error && !quote)
    return (
      <Failure title="There is no price now" error={error} money="Nothing was moved." onRetry={() => void refetch()} />
    )
  if (!quote) return <Waiting what="price" lines={2} height={60} />
  const short = quote.chains.find(({ shortfall }) => shortfall.amount !== '0')
  const errors = rows.errors > 0
  const mistyped = Object.values(ceilings).some(({ valid }) => !valid)
  return (
    <Stack className="panel" p="lg" gap="md" component="section" aria-label="Price">
      {quote.chains.map((chain) => (
        <ChainPrice
          key={chain.chain}
          chain={chain}
          ceiling={ceilings[chain.chain] ?? noCeiling}
          onCeiling={(choice) => setCeilings((before) => ({ ...before, [chain.chain]: choice }))}
        />
      ))}
      {errors && (
        <Checkbox
          label={`Leave ${counted(rows.errors, 'row')} with errors out`}
          checked={leaveOut}
          onChange={(event) => setLeaveOut(event.currentTarget.checked)}
        />
      )}
      {quote.chains.map(
        ({ chain, cap }) =>
          cap && (
            <Alert key={chain} color="yellow" variant="light" title="A spending cap is in the way">
              {cap.text}
            </Alert>
          ),
      )}
      {short && (
        <Alert
          color="yellow"
          variant="light"
          title={`The fee balance on ${short.chainLabel} lacks ${moneyText(short.shortfall)}`}
        >
          Send it to {short.treasury.address}. What is begun now waits for it; nothing is lost.
        </Alert>
      )}
      <Group>
        <Button disabled={(errors && !leaveOut) || mistyped} onClick={() => setAsking(true)}>
          Move {counted(nfts.total, 'NFT')} to {counted(rows.ready, 'person', 'people')}
        </Button>
      </Group>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Move ${counted(nfts.total, 'NFT')}?`}
        keep="Not now"
        act={`Move ${counted(nfts.total, 'NFT')}`}
        pending={start.isPending}
        failure={
          start.error && (
            <Failure
              title="It was not begun"
              error={start.error}
              money="Nothing was moved."
              lost="Load this page again before you press once more: where it was begun, it goes on, and each NFT is moved once."
            />
          )
        }
        onAct={() => start.mutate()}
      >
        They go to the wallets that the file names, for about {feeOf(quote)}. Only who gets them can give them back.
      </Confirm>
    </Stack>
  )
}

interface ChainPriceProps {
  chain: HandOverQuote['chains'][number]
  ceiling: CeilingChoice
  onCeiling: (choice: CeilingChoice) => void
}

function ChainPrice({ chain, ceiling, onCeiling }: ChainPriceProps) {
  const { chainLabel, practice, fee, parts, transactions, seconds } = chain
  return (
    <div>
      <Text fw={600}>
        About {moneyText(fee.expected)} on {chainLabel}
        {practice && ' (practice)'}
      </Text>
      <Text size="sm" c="dimmed">
        {moneyText(fee.low)} to {moneyText(fee.high)} in about {counted(transactions, 'transaction')}, about{' '}
        {duration(seconds)}
      </Text>
      {parts.length > 1 &&
        parts.map((part) => (
          <Text size="sm" c="dimmed" key={part.what}>
            {moneyText(part.fee)} for {counted(part.nfts, 'NFT')}{' '}
            {part.what === 'transfers' ? 'of this project' : 'of others, which the people’s wallets send themselves'}
          </Text>
        ))}
      {chain.gasPrice.high !== '0' && (
        <Box mt="xs">
          <CostCeiling quote={chain} what={`moving on ${chainLabel}`} choice={ceiling} onChange={onCeiling} />
        </Box>
      )}
    </div>
  )
}

/** Prices of gas by chain; those without a ceiling are left out. */
function pricesOf(ceilings: Readonly<Record<string, CeilingChoice>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ceilings).flatMap(([chain, { price }]) => (price === null ? [] : [[chain, price]])),
  )
}

function feeOf({ chains }: HandOverQuote): string {
  return chains.map(({ fee }) => moneyText(fee.expected)).join(' and ')
}
