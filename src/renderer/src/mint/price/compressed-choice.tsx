import { Radio, Stack } from '@mantine/core'
import type { Quote } from '../../../../shared/app-api.ts'
import { moneyText } from '../../ui/format.ts'

interface CompressedChoiceProps {
  compressed: boolean
  /** The price of either choice; undefined until it arrives. */
  quotes: { compressed: Quote | undefined; uncompressed: Quote | undefined }
  /** The header of the column by which rows decide it themselves, if there is one. */
  column: string | undefined
  onChange(compressed: boolean): void
}

/** Whether the NFTs of a run on Solana are compressed, with the price of either. */
export function CompressedChoice({ compressed, quotes, column, onChange }: CompressedChoiceProps) {
  return (
    <Radio.Group
      label="NFTs on Solana"
      description={
        column === undefined
          ? undefined
          : `For the rows that leave the column “${column}” empty; the others are what it says.`
      }
      value={String(compressed)}
      onChange={(value) => onChange(value === 'true')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="true"
          label={`Compressed: ${priceOf(quotes.compressed)}`}
          description="Together in a tree of the collection. Shown by wallets and marketplaces that know compressed NFTs, as most do."
        />
        <Radio
          value="false"
          label={`Not compressed: ${priceOf(quotes.uncompressed)}`}
          description="Each an account of its own on chain, whose rent is most of its price. Known to every program."
        />
      </Stack>
    </Radio.Group>
  )
}

function priceOf(quote: Quote | undefined): string {
  return quote === undefined ? 'price on its way' : `about ${moneyText(quote.fee.expected)}`
}
