import { Alert, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { fromUnits } from '../../../shared/amount.ts'
import type { Money } from '../../../shared/app-api.ts'
import { Copy } from './copy.tsx'
import { moneyText } from './format.ts'

export interface LackingProps {
  title: string
  lacks: Money
  address: string
  chainLabel: string
  children: ReactNode
}

/** How much coin is missing and where to send it, each to be copied. */
export function Lacking({ title, lacks, address, chainLabel, children }: LackingProps) {
  const amount = fromUnits(lacks.amount, lacks.decimals)
  return (
    <Alert color="yellow" title={`${title} ${moneyText(lacks)}`} role="status">
      <Group gap={4} wrap="nowrap">
        <Text size="sm">
          Send at least <b>{amount}</b> {lacks.currency} on {chainLabel}
        </Text>
        <Copy value={amount} what="amount" />
      </Group>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
        <Copy value={address} what="address of the fee balance" />
      </Group>
      <Text size="sm" mt={4}>
        {children}
      </Text>
    </Alert>
  )
}
