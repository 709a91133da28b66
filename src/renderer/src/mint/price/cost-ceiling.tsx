import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { toUnits } from '../../../../shared/amount.ts'
import { moneyText } from '../../ui/format.ts'
import { type CeilingChoice, ceilingFor, noCeiling, suggestedCeiling } from './ceiling-choice.ts'
import { type Cost, costNow } from './run-cost.ts'

interface CostCeilingProps {
  quote: Cost
  /** What the ceiling limits, in words. */
  what?: string
  choice: CeilingChoice
  onChange(choice: CeilingChoice): void
}

/** "Pause while the run would cost more than …", off unless it is wanted. */
export function CostCeiling({ quote, what = 'the run', choice: { on, text }, onChange }: CostCeilingProps) {
  const expected = costNow(quote)
  const choose = (wanted: boolean, typed: string): void =>
    onChange(wanted ? ceilingFor(quote, typed) : { ...noCeiling, text: typed })
  const enough = on && ceilingFor(quote, text).valid
  const most = enough ? toUnits(text.trim(), expected.decimals) : undefined
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Checkbox
          label={`Pause while ${what} would cost more than`}
          checked={on}
          onChange={(event) => choose(event.currentTarget.checked, text === '' ? suggestedCeiling(quote) : text)}
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
          error={on && !enough ? 'An amount that is enough for it' : undefined}
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
