import { Alert, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WaitsFor } from '../../../shared/app-api.ts'
import { Lacking } from './money/lacking.tsx'
import { FreeNetwork } from './network/free-network.tsx'
import { plainWords } from './plain-words.ts'

export interface WaitingNoticeProps {
  notice: string
  waitsFor: WaitsFor | null
  chain: string
  chainLabel: string
  /** Something a person decided, such as a pause, is no cause for alarm. */
  color?: 'yellow' | 'blue'
  /** What is said of the sum beside coin that is missing. */
  sum?: string
  /** What a person can do about it, beside what the notice itself calls for. */
  children?: ReactNode
}

/** Why minting does not go on, and what a person can do about it here. */
export function WaitingNotice(props: WaitingNoticeProps) {
  const { notice, waitsFor, chain, chainLabel, color = 'yellow', sum = '', children } = props
  if (waitsFor?.what === 'funds' && waitsFor.address !== null && waitsFor.missing !== null)
    return (
      <Lacking
        title="Waiting for coin: the next transaction lacks"
        lacks={waitsFor.missing}
        address={waitsFor.address}
        chainLabel={chainLabel}
      >
        {sum}Minting goes on by itself when it arrives; nothing is lost.
      </Lacking>
    )
  return (
    <Alert color={color} variant="light" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="breakable">
          {plainWords(notice)}
        </Text>
        {children}
        {waitsFor?.outside && <FreeNetwork chain={chain} chainLabel={chainLabel} />}
      </Stack>
    </Alert>
  )
}
