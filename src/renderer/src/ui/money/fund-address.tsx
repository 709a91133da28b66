import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Copy } from '../copy.tsx'
import { QrCode } from '../qr-code.tsx'

export interface FundAddressProps {
  address: string
  /** The chain on which the coin must arrive. */
  chainLabel: string
  currency: string
  /** The least amount, in coins; absent: any amount. */
  amount?: string | undefined
  children?: ReactNode
}

/** Where to send coin, and how much: to be copied, or scanned with a wallet's camera. */
export function FundAddress({ address, chainLabel, currency, amount, children }: FundAddressProps) {
  return (
    <Group gap="md" align="flex-start">
      <QrCode text={address} label={`QR code of the fee balance’s address on ${chainLabel}`} />
      <Stack gap={4} flex="1 1 240px" miw={0}>
        <Group gap={4} wrap="nowrap">
          <Text size="sm">
            Send {amount === undefined ? '' : 'at least '}
            <b>{amount ?? currency}</b>
            {amount === undefined ? '' : ` ${currency}`} on {chainLabel}
          </Text>
          {amount !== undefined && <Copy value={amount} what="amount" />}
        </Group>
        <Group gap={4} wrap="nowrap">
          <Text size="sm" className="mono breakable">
            {address}
          </Text>
          <Copy value={address} what="address of the fee balance" />
        </Group>
        {children}
      </Stack>
    </Group>
  )
}
