import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { gwei, gweiNumber, parseGwei } from '../../../../shared/gas-price.ts'
import { GweiInput } from '../../ui/gwei-input.tsx'

/** What a person chose: `wei` per gas, or null for no ceiling; not `valid` while what is typed is no price. */
export interface CeilingChoice {
  wei: string | null
  valid: boolean
}
export const noCeiling: CeilingChoice = { wei: null, valid: true }

/** Twice the fee of now, for a beginning. */
function suggestion(now: string): string {
  return gweiNumber(BigInt(now) * 2n)
}

/** "Wait while the fee is above …", off unless it is wanted. `now`: wei per gas. */
export function FeeCeiling({ now, onChange }: { now: string; onChange: (choice: CeilingChoice) => void }) {
  const [on, setOn] = useState(false)
  const [text, setText] = useState('')
  const choose = (wanted: boolean, typed: string): void => {
    setOn(wanted)
    setText(typed)
    const wei = parseGwei(typed)
    onChange(wanted ? { wei: wei?.toString() ?? null, valid: wei !== undefined } : noCeiling)
  }
  const wei = parseGwei(text)
  const waits = on && wei !== undefined && BigInt(now) > wei
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Checkbox
          label="Wait while the fee is above"
          checked={on}
          onChange={(event) => choose(event.currentTarget.checked, text === '' ? suggestion(now) : text)}
        />
        <GweiInput label="Fee ceiling in gwei" value={text} disabled={!on} onChange={(typed) => choose(on, typed)} />
        <Text size="sm" c="dimmed">
          gwei per unit of gas; it is {gwei(now)} now
        </Text>
      </Group>
      {waits && (
        <Text size="sm" role="status">
          The fee is above that now: the run begins when it has fallen.
        </Text>
      )}
    </Stack>
  )
}
