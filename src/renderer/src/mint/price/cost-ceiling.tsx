import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { fromUnits, toUnits } from '../../../../shared/amount.ts'
import { moneyText } from '../../ui/format.ts'
import { type Cost, costNow, gasPriceFor, roundedUp } from './run-cost.ts'

/** What a person chose: `price` of a unit of gas in the coin's smallest unit, or null for no ceiling; not `valid` while what is typed is no amount. */
export interface CeilingChoice {
  on: boolean
  /** As typed, in coin. */
  text: string
  price: string | null
  valid: boolean
}
export const noCeiling: CeilingChoice = { on: false, text: '', price: null, valid: true }

interface CostCeilingProps {
  quote: Cost
  /** What would cost it. */
  what?: string
  choice: CeilingChoice
  onChange(choice: CeilingChoice): void
}

/** "Pause while the run would cost more than …", off unless it is wanted. */
export function CostCeiling({ quote, what = 'the run', choice: { on, text }, onChange }: CostCeilingProps) {
  const expected = costNow(quote)
  const priceOf = (typed: string): bigint | null => {
    const most = toUnits(typed.trim(), expected.decimals)
    return most === undefined ? null : gasPriceFor(quote, most)
  }
  const choose = (wanted: boolean, typed: string): void => {
    const price = priceOf(typed)
    const on = { on: true, text: typed, price: price?.toString() ?? null, valid: price !== null }
    onChange(wanted ? on : { ...noCeiling, text: typed })
  }
  const most = on ? toUnits(text.trim(), expected.decimals) : undefined
  const suggestion = () => fromUnits(roundedUp(BigInt(expected.amount) * 2n).toString(), expected.decimals)
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Checkbox
          label={`Pause while ${what} would cost more than`}
          checked={on}
          onChange={(event) => choose(event.currentTarget.checked, text === '' ? suggestion() : text)}
        />
        <TextInput
          aria-label={`Most ${what} may cost in ${expected.currency}`}
          w={160}
          size="sm"
          rightSection={
            <Text size="sm" c="dimmed">
              {expected.currency}
            </Text>
          }
          rightSectionWidth={56}
          inputMode="decimal"
          value={text}
          disabled={!on}
          error={on && priceOf(text) === null ? 'An amount that is enough for it' : undefined}
          onChange={(event) => choose(on, event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          About {moneyText(expected)} now.
        </Text>
      </Group>
      {most !== undefined && BigInt(expected.amount) > most && (
        <Text size="sm" role="status">
          It would cost more than that now: {what} begins when fees have fallen.
        </Text>
      )}
    </Stack>
  )
}
