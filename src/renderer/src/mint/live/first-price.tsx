import { Button, Stack, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { Failure } from '../../ui/failure.tsx'
import { duration, moneyText } from '../../ui/format.ts'
import { Lacking } from '../../ui/money/lacking.tsx'
import { plainWords } from '../../ui/plain-words.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { firstRows } from '../use-import-rows.ts'

/** Ours: how often the price is asked for again, ms: coin may have arrived meanwhile. */
const lookEvery = 5_000
const choices = { feeCeiling: null, compressed: true }

/** The check's findings of the only row, its price, and the button that mints it. */
export function FirstPrice({ importId }: { importId: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const file = useQuery({ queryKey: keys.import(importId), queryFn: () => api.importOf(importId) }).data
  const wrong = file?.state === 'checked' && file.counts.ready === 0
  const rows = useQuery({ ...firstRows(api, importId), enabled: wrong, staleTime: 0 }).data?.rows ?? []
  const quote = useQuery({
    queryKey: keys.quote(importId),
    queryFn: () => api.quote(importId, choices),
    enabled: file?.state === 'checked' && file.counts.ready > 0,
    refetchInterval: lookEvery,
    placeholderData: keepPreviousData,
  })
  const start = useMutation({
    mutationFn: () => api.startRun(importId, false, choices, () => undefined, 1),
    onSuccess: (run) => {
      replaceAnswer(queries, keys.run(run.id), run)
      void queries.invalidateQueries({ queryKey: keys.runs })
      void queries.invalidateQueries({ queryKey: keys.checklist })
    },
  })
  if (file?.state === 'failed' && file.failure) return <Text className="bad">{plainWords(file.failure.message)}</Text>
  if (wrong)
    return (
      <Stack gap={4} role="alert">
        {rows
          .flatMap(({ findings }) => findings)
          .map(({ code, message }) => (
            <Text key={`${code} ${message}`} size="sm" className="bad breakable">
              {plainWords(message)}
            </Text>
          ))}
      </Stack>
    )
  if (quote.error)
    return (
      <Failure
        title="There is no price now"
        error={quote.error}
        money="Nothing was spent."
        onRetry={() => void quote.refetch()}
      />
    )
  if (!quote.data) return <Waiting what="price" lines={1} height={28} />
  const { fee, shortfall, treasury, chainLabel, seconds } = quote.data
  const short = shortfall.amount !== '0'
  return (
    <Stack gap="sm">
      <Text>
        It costs about <b>{moneyText(fee.expected)}</b>, at most {moneyText(fee.high)}, and takes about{' '}
        {duration(seconds)}. It is for good: nothing of it can be taken back.
      </Text>
      {short && (
        <Lacking
          title="The fee balance is short of"
          lacks={shortfall}
          address={treasury.address}
          chainLabel={chainLabel}
        >
          Nothing is spent before it has arrived. This page looks every few seconds.
        </Lacking>
      )}
      {start.error && (
        <Failure
          title="It was not minted"
          error={start.error}
          money="Look at Runs before you try again: if it did start, it is there."
        />
      )}
      <div>
        <Button loading={start.isPending || start.isSuccess} disabled={short} onClick={() => start.mutate()}>
          Mint 1 NFT on {chainLabel}
        </Button>
      </div>
    </Stack>
  )
}
