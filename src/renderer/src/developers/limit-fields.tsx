import { Group } from '@mantine/core'
import type { ApiKey } from '../../../shared/app-api.ts'
import { type Held, numberOrNone, readNumber } from '../ui/number/number-held.ts'
import { WholeNumberInput } from '../ui/number/whole-number-input.tsx'

type Limits = Pick<ApiKey, 'requestsPerMinute' | 'mintsPerDay'>

export type LimitsDraft = Record<keyof Limits, Held>

const bounds = { min: 1, max: 1_000_000_000 } as const
const labels = { requestsPerMinute: 'Requests a minute', mintsPerDay: 'Mints a day' } as const

/** The fields for these limits; without limits they are empty. */
export function draftOf({ requestsPerMinute, mintsPerDay }: Partial<Limits> = {}): LimitsDraft {
  return { requestsPerMinute: requestsPerMinute ?? '', mintsPerDay: mintsPerDay ?? '' }
}

/** The limits in the fields. @throws Error with a sentence where a value is no limit */
export function limitsIn({ requestsPerMinute, mintsPerDay }: LimitsDraft): Limits {
  return {
    requestsPerMinute: numberOrNone(labels.requestsPerMinute, requestsPerMinute, bounds),
    mintsPerDay: numberOrNone(labels.mintsPerDay, mintsPerDay, bounds),
  }
}

/** The limits while they are being typed: a value that is no limit yet counts as none. */
export function limitsSoFar({ requestsPerMinute, mintsPerDay }: LimitsDraft): Limits {
  const orNone = (held: Held) => {
    const read = readNumber('', held, bounds)
    return read.ok ? read.number : null
  }
  return { requestsPerMinute: orNone(requestsPerMinute), mintsPerDay: orNone(mintsPerDay) }
}

/** How much a key may do; an empty field sets no bound. */
export function LimitFields({ limits, onChange }: { limits: LimitsDraft; onChange(limits: LimitsDraft): void }) {
  return (
    <Group gap="sm" align="flex-start">
      <Limit
        label={labels.requestsPerMinute}
        value={limits.requestsPerMinute}
        onChange={(requestsPerMinute) => onChange({ ...limits, requestsPerMinute })}
      />
      <Limit
        label={labels.mintsPerDay}
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
  value: Held
  onChange(value: Held): void
}

function Limit({ label, description = 'Beyond, it is told to wait', value, onChange }: LimitProps) {
  return (
    <WholeNumberInput
      label={label}
      description={description}
      placeholder="No limit"
      w={300}
      {...bounds}
      value={value}
      onChange={onChange}
    />
  )
}
