import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { gasPrice, gasPriceNumber, gasPriceUnit, parseGasPrice } from '../../../../shared/gas-price.ts'
import { GasPriceInput } from '../../ui/gas-price-input.tsx'

/** What a person chose: `price` of a unit of gas in the coin's smallest unit, or null for no ceiling; not `valid` while what is typed is no price. */
export interface CeilingChoice {
  price: string | null
  valid: boolean
}
export const noCeiling: CeilingChoice = { price: null, valid: true }

/** Twice the fee of now, for a beginning. */
function suggestion(chain: string, now: string): string {
  return gasPriceNumber(chain, BigInt(now) * 2n)
}

interface FeeCeilingProps {
  chain: string
  /** The coin's smallest unit per gas. */
  now: string
  onChange: (choice: CeilingChoice) => void
}

/** "Wait while the fee is above …", off unless it is wanted. */
export function FeeCeiling({ chain, now, onChange }: FeeCeilingProps) {
  const [on, setOn] = useState(false)
  const [text, setText] = useState('')
  const choose = (wanted: boolean, typed: string): void => {
    setOn(wanted)
    setText(typed)
    const price = parseGasPrice(chain, typed)
    onChange(wanted ? { price: price?.toString() ?? null, valid: price !== undefined } : noCeiling)
  }
  const price = parseGasPrice(chain, text)
  const waits = on && price !== undefined && BigInt(now) > price
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Checkbox
          label="Wait while the fee is above"
          checked={on}
          onChange={(event) => choose(event.currentTarget.checked, text === '' ? suggestion(chain, now) : text)}
        />
        <GasPriceInput
          label="Fee ceiling"
          chain={chain}
          value={text}
          disabled={!on}
          onChange={(typed) => choose(on, typed)}
        />
        <Text size="sm" c="dimmed">
          {gasPriceUnit(chain).name} per unit of gas; it is {gasPrice(chain, now)} now
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
