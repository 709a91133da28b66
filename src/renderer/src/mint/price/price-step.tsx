import { Button, Stack, Text, TextInput } from '@mantine/core'
import { Link } from 'wouter'
import type { Import } from '../../../../shared/app-api.ts'
import { skipReasons } from '../../../../shared/words/skip-reasons.ts'
import { CallError } from '../../api/client.ts'
import { Failure } from '../../ui/failure.tsx'
import { count } from '../../ui/format.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { CompressedChoice } from './compressed-choice.tsx'
import { CostCeiling } from './cost-ceiling.tsx'
import { QuoteTable } from './quote-table.tsx'
import { StorageSeen } from './storage-seen.tsx'
import type { Order } from './use-order.ts'

/** The fourth decision: cost and time; the button itself is in the bar. */
export function PriceStep({ file, order }: { file: Import; order: Order }) {
  const { counts } = file
  const { quote, priceable, live } = order
  return (
    <Stack gap="md">
      {file.state === 'checking' && <Text c="dimmed">The price is there once all rows are checked.</Text>}
      {file.state === 'checked' && counts.ready === 0 && (
        <Text>
          {counts.rows > 0 && counts.skipped === counts.rows
            ? `Every row of this file is left out: ${skipReasons(file)}. Nothing is left to mint.`
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
          <Button component={Link} href="/settings/storage" variant="default">
            Open Settings
          </Button>
        </div>
      )}
      {priceable && order.compresses && (
        <CompressedChoice
          compressed={order.compressed}
          quotes={order.quotes}
          column={file.columns.find(({ field }) => field === 'compressed')?.header}
          onChange={order.setCompressed}
        />
      )}
      {priceable && quote.isPending && <Waiting what="price" lines={3} height={28} />}
      {priceable && quote.data && <QuoteTable quote={quote.data} waits={order.waits} onWait={order.setWaits} />}
      {priceable && quote.data && quote.data.gasPrice.high !== '0' && (
        <CostCeiling quote={quote.data} choice={order.ceiling} onChange={order.setCeiling} />
      )}
      {live && priceable && quote.data && <StorageSeen />}
      {live && priceable && quote.data && (
        <TextInput
          label={`Type ${count(counts.nfts)} to mint with real money`}
          description="Minting is for good: nothing of it can be taken back."
          inputMode="numeric"
          maw={320}
          value={order.typed}
          onChange={(event) => order.setTyped(event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}
