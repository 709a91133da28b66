import { Button, Checkbox, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Import } from '../../../../shared/app-api.ts'
import { familyOf } from '../../../../shared/families.ts'
import { CallError } from '../../api/client.ts'
import { useApi, useAppState, useCollections } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { Failure } from '../../ui/failure.tsx'
import { count, counted } from '../../ui/format.ts'
import { KindBadge } from '../../ui/kind-badge.tsx'
import { Unavailable } from '../../ui/unavailable.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useMintStore } from '../mint-store.ts'
import { Step } from '../step.tsx'
import { CollectionPicker } from './collection-picker.tsx'
import { CompressedChoice } from './compressed-choice.tsx'
import { type CeilingChoice, FeeCeiling, noCeiling } from './fee-ceiling.tsx'
import { QuoteTable } from './quote-table.tsx'

/** Step 4: into which collection, at what price; and the button that does it. */
export function PriceStep({ file }: { file: Import }) {
  const api = useApi()
  const queries = useQueryClient()
  const [, go] = useLocation()
  const set = useMintStore((store) => store.set)
  const [leaveOut, setLeaveOut] = useState(false)
  const { data: state } = useAppState()
  const live = state?.project.kind === 'live'
  const [typed, setTyped] = useState('')
  /** How far a large file is compared with what was minted since its check, from 0 to 1; mostly nothing was, and a run is made at once. */
  const [made, setMade] = useState<number | null>(null)
  const [ceiling, setCeiling] = useState<CeilingChoice>(noCeiling)
  const [compressed, setCompressed] = useState(true)
  const { data: collections } = useCollections()
  const collection = collections?.find(({ id }) => id === file.options.collectionId)
  const { counts } = file
  const unavailable = collection?.unavailable ?? null
  const priceable = file.state === 'checked' && counts.ready > 0 && unavailable === null
  const compresses = familyOf(collection?.chain ?? '').compressed
  const priceOf = (inTrees: boolean, enabled: boolean) => ({
    queryKey: [...keys.quote(file.id), file.options.collectionId, counts.nfts, ceiling.price, inTrees],
    queryFn: () => api.quote(file.id, { feeCeiling: ceiling.price, compressed: inTrees }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: 15_000,
  })
  const inTrees = useQuery(priceOf(true, priceable && (compressed || compresses)))
  const outside = useQuery(priceOf(false, priceable && (!compressed || compresses)))
  const quote = compressed ? inTrees : outside
  const start = useMutation({
    mutationFn: () => api.startRun(file.id, counts.errors > 0, { feeCeiling: ceiling.price, compressed }, setMade),
    onSettled: () => setMade(null),
    onSuccess: (run) => {
      queries.setQueryData(keys.run(run.id), run)
      void queries.invalidateQueries({ queryKey: keys.runs })
      set({ importId: null, media: new Map(), edits: [] })
      go(`/runs/${run.id}`)
    },
  })
  // What is on screen is not what would be minted before a change has been taken in.
  const changing = useIsMutating({ mutationKey: keys.import(file.id) }) > 0
  const short = quote.data !== undefined && quote.data.shortfall.amount !== '0'
  const unsure = live && typed.replaceAll(/[\s,.']/g, '') !== String(counts.nfts)
  const held =
    unsure ||
    changing ||
    !priceable ||
    !quote.data ||
    quote.isPlaceholderData ||
    short ||
    !ceiling.valid ||
    (counts.errors > 0 && !leaveOut)
  return (
    <Step number={4} title="Price and mint">
      <CollectionPicker file={file} />
      {collection && unavailable !== null && (
        <Unavailable collection={collection}>Choose another collection.</Unavailable>
      )}
      {file.state === 'checking' && <Text c="dimmed">The price is there once all rows are checked.</Text>}
      {file.state === 'checked' && counts.ready === 0 && (
        <Text>
          {counts.rows > 0 && counts.skipped === counts.rows
            ? 'Every row of this file was minted into this collection before. Nothing is left to mint.'
            : 'No row can be minted yet. Correct the rows above; nothing was spent.'}
        </Text>
      )}
      {quote.error && (
        <Failure
          title="There is no price now"
          error={quote.error}
          money="Nothing was spent."
          onRetry={() => void quote.refetch()}
        />
      )}
      {quote.error instanceof CallError && quote.error.code.startsWith('storage.') && (
        <div>
          <Button component={Link} href="/settings" variant="default">
            Open Settings
          </Button>
        </div>
      )}
      {priceable && compresses && (
        <CompressedChoice
          compressed={compressed}
          quotes={{ compressed: inTrees.data, uncompressed: outside.data }}
          column={file.columns.find(({ field }) => field === 'compressed')?.header}
          onChange={setCompressed}
        />
      )}
      {priceable && quote.isPending && <Waiting what="price" lines={3} height={28} />}
      {priceable && quote.data && <QuoteTable quote={quote.data} />}
      {priceable && quote.data && quote.data.gasPrice.high !== '0' && (
        <FeeCeiling chain={quote.data.chain} now={quote.data.gasPrice.expected} onChange={setCeiling} />
      )}
      {start.error && (
        <Failure
          title="The run was not started"
          error={start.error}
          money="Look at Runs before you try again: if it did start, it is there. No row is minted twice."
        />
      )}
      {made !== null && (
        <Stack gap={4}>
          <Progress value={made * 100} aria-label="Rows compared" size="sm" />
          <Text size="sm" c="dimmed" role="status">
            Leaving out what was minted since the check: {Math.floor(made * 100)} %. Then minting begins.
          </Text>
        </Stack>
      )}
      {file.state === 'checked' && (
        <Stack gap="sm">
          {counts.errors > 0 && counts.ready > 0 && (
            <Checkbox
              label={`Leave out the ${counted(counts.errors, 'row')} with errors`}
              checked={leaveOut}
              onChange={(event) => setLeaveOut(event.currentTarget.checked)}
            />
          )}
          {live && priceable && quote.data && (
            <TextInput
              label={`Type ${count(counts.nfts)} to mint with real money`}
              description="Minting is for good: nothing of it can be taken back."
              inputMode="numeric"
              w={320}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Group gap="md">
            {live && <KindBadge kind="live" />}
            <Button size="md" disabled={held} loading={start.isPending} onClick={() => start.mutate()}>
              {counts.nfts > 0
                ? `Mint ${counted(counts.nfts, 'NFT')} on ${collection?.chainLabel ?? quote.data?.chainLabel ?? '…'}`
                : 'Nothing to mint'}
            </Button>
            {counts.errors > 0 && counts.ready > 0 && !leaveOut && (
              <Text size="sm" c="dimmed">
                Correct the rows with errors, or tick the box to leave them out.
              </Text>
            )}
          </Group>
        </Stack>
      )}
    </Step>
  )
}
