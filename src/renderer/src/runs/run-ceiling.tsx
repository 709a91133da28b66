import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Run } from '../../../shared/app-api.ts'
import { gasPrice, gasPriceNumber, gasPriceUnit, parseGasPrice } from '../../../shared/gas-price.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { GasPriceInput } from '../ui/gas-price-input.tsx'
import { sayFailed } from '../ui/say-failed.ts'

/** Most that a run pays for a unit of gas, to be changed while it is under way. */
export function RunCeiling({ run }: { run: Run }) {
  const api = useApi()
  const queries = useQueryClient()
  const [text, setText] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: (feeCeiling: string | null) => api.changeRun(run.id, { feeCeiling }),
    onSuccess: (changed) => {
      queries.setQueryData(keys.run(run.id), changed)
      setText(null)
    },
    onError: sayFailed('The fee ceiling was not changed'),
  })
  const price = text === null ? undefined : parseGasPrice(run.chain, text)
  const ended = run.state === 'finished' || run.state === 'cancelled'
  if (text === null) {
    return (
      <>
        {run.feeCeiling === null ? 'none' : gasPrice(run.chain, run.feeCeiling)}
        {!ended && (
          <div>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => setText(run.feeCeiling === null ? '' : gasPriceNumber(run.chain, run.feeCeiling))}
            >
              {run.feeCeiling === null ? 'Set one' : 'Change'}
            </Anchor>
          </div>
        )}
      </>
    )
  }
  return (
    <Stack gap={6}>
      <Group gap={6} wrap="nowrap">
        <GasPriceInput label="Fee ceiling" chain={run.chain} value={text} onChange={setText} />
        <Text size="sm">{gasPriceUnit(run.chain).name}</Text>
      </Group>
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-sm"
          disabled={price === undefined}
          loading={change.isPending}
          onClick={() => change.mutate(price?.toString() ?? null)}
        >
          Set
        </Button>
        {run.feeCeiling !== null && (
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
