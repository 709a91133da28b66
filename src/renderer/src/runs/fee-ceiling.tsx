import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { gasPrice, gasPriceNumber, gasPriceUnit, parseGasPrice } from '../../../shared/gas-price.ts'
import { GasPriceInput } from '../ui/money/gas-price-input.tsx'
import { sayFailed } from '../ui/say-failed.ts'

interface FeeCeilingProps {
  chain: string
  /** In the coin's smallest unit for a unit of gas; null: no ceiling. */
  ceiling: string | null
  /** The label for screen readers. */
  label: string
  /** What a price of gas comes to, in words; null while that is not known. */
  meaning?: (price: bigint) => string | null
  /** Whether nothing more will be paid. */
  ended: boolean
  onChange: (ceiling: string | null) => Promise<void>
}

/** The most that is paid for a unit of gas; it can be changed while work is under way. */
export function FeeCeiling({ chain, ceiling, label, meaning = () => null, ended, onChange }: FeeCeilingProps) {
  const [text, setText] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: onChange,
    onSuccess: () => setText(null),
    onError: sayFailed('The fee ceiling was not changed'),
  })
  const price = text === null ? undefined : parseGasPrice(chain, text)
  if (text === null) {
    return (
      <>
        {ceiling === null ? 'none' : gasPrice(chain, ceiling)}
        <Meaning text={ceiling === null || ended ? null : meaning(BigInt(ceiling))} />
        {!ended && (
          <div>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => setText(ceiling === null ? '' : gasPriceNumber(chain, ceiling))}
            >
              {ceiling === null ? 'Set one' : 'Change'}
            </Anchor>
          </div>
        )}
      </>
    )
  }
  return (
    <Stack gap={6}>
      <Group gap={6} wrap="nowrap">
        <GasPriceInput label={label} chain={chain} value={text} onChange={setText} />
        <Text size="sm">{gasPriceUnit(chain).name}</Text>
      </Group>
      <Meaning text={price === undefined ? null : meaning(price)} />
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-sm"
          disabled={price === undefined}
          loading={change.isPending}
          onClick={() => change.mutate(price?.toString() ?? null)}
        >
          Set
        </Button>
        {ceiling !== null && (
          <Button size="compact-sm" variant="default" onClick={() => change.mutate(null)}>
            No ceiling
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={() => setText(null)}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}

function Meaning({ text }: { text: string | null }) {
  return text === null ? null : (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  )
}
