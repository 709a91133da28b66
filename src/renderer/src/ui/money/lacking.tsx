import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { fromUnits } from '../../../../shared/amount.ts'
import type { Money } from '../../../../shared/app-api.ts'
import { moneyText } from '../format.ts'
import { FundAddress } from './fund-address.tsx'

export interface LackingProps {
  title: string
  lacks: Money
  address: string
  chainLabel: string
  children: ReactNode
}

/** How much coin is missing and where to send it: both can be copied, and the address scanned. */
export function Lacking({ title, lacks, address, chainLabel, children }: LackingProps) {
  return (
    <Alert color="yellow" title={`${title} ${moneyText(lacks)}`} role="status">
      <FundAddress
        address={address}
        chainLabel={chainLabel}
        currency={lacks.currency}
        amount={fromUnits(lacks.amount, lacks.decimals)}
      >
        <Text size="sm" component="div" mt={4}>
          {children}
        </Text>
      </FundAddress>
    </Alert>
  )
}
