import { Alert, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Copy } from './copy.tsx'
import { coins } from './format.ts'

export interface LackingProps {
  title: string
  /** Smallest unit of the coin. */
  amount: string
  address: string
  symbol: string
  decimals: number
  chainLabel: string
  children: ReactNode
}

/** How much coin is missing and where to send it, each to be copied. */
export function Lacking({ title, amount, address, symbol, decimals, chainLabel, children }: LackingProps) {
  return (
    <Alert color="yellow" title={`${title} ${coins(amount, decimals)} ${symbol}`} role="status">
      <Group gap={4} wrap="nowrap">
        <Text size="sm">
          Send at least <b>{exact(amount, decimals)}</b> {symbol} on {chainLabel}
        </Text>
        <Copy value={exact(amount, decimals)} what="amount" />
      </Group>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
        <Copy value={address} what="treasury address" />
      </Group>
      <Text size="sm" mt={4}>
        {children}
      </Text>
    </Alert>
  )
}

/** Every digit, so that what is sent is enough. */
function exact(amount: string, decimals: number): string {
  const padded = amount.padStart(decimals + 1, '0')
  const fraction = padded.slice(padded.length - decimals).replace(/0+$/, '')
  const whole = padded.slice(0, padded.length - decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}
