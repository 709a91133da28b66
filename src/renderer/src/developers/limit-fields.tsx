import { Group, NumberInput } from '@mantine/core'
import type { KeyLimits } from '../../../shared/app-api.ts'

/** How much a key may do; empty: no bound. */
export function LimitFields({ limits, onChange }: { limits: KeyLimits; onChange(limits: KeyLimits): void }) {
  return (
    <Group gap="sm" align="flex-start">
      <Limit
        label="Requests a minute"
        value={limits.requestsPerMinute}
        onChange={(requestsPerMinute) => onChange({ ...limits, requestsPerMinute })}
      />
      <Limit
        label="Mints a day"
        description="Until midnight, UTC; each NFT of a batch counts"
        value={limits.mintsPerDay}
        onChange={(mintsPerDay) => onChange({ ...limits, mintsPerDay })}
      />
    </Group>
  )
}

interface LimitProps {
  label: string
  description?: string
  value: number | null | undefined
  onChange(value: number | null): void
}

function Limit({ label, description = 'Beyond, it is told to wait', value, onChange }: LimitProps) {
  return (
    <NumberInput
      label={label}
      description={description}
      placeholder="No limit"
      w={300}
      min={1}
      max={1_000_000_000}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      value={value ?? ''}
      onChange={(given) => onChange(typeof given === 'number' && given >= 1 ? given : null)}
    />
  )
}
