import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Withdrawal } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { moment, moneyText, shortAddress } from '../ui/format.ts'
import { sayFailed } from '../ui/say-failed.ts'

/** Ours: how often withdrawals under way are looked up, ms. */
const lookEvery = 1_500
const isUnderWay = ({ state }: Withdrawal): boolean => state === 'waiting' || state === 'sent'

/** The withdrawals from the fee balance, newest first; nothing where there are none. */
export function Withdrawals() {
  const api = useApi()
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.withdrawals,
    queryFn: api.withdrawals,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? lookEvery : false),
  })
  const cancel = useMutation({
    mutationFn: (id: string) => api.cancelWithdrawal(id),
    onError: sayFailed('It was not given up'),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.withdrawals }),
  })
  const underWay = data?.filter(isUnderWay).length ?? 0
  // Once the withdrawals have left, the balance is lower.
  useEffect(() => {
    if (underWay === 0) void queries.invalidateQueries({ queryKey: keys.state })
  }, [queries, underWay])
  if (!data || data.length === 0) return null
  return (
    <div>
      <Text fw={600}>Withdrawals</Text>
      {data.slice(0, 10).map((one) => (
        <Group key={one.id} gap="xs">
          <Text size="sm" role={isUnderWay(one) ? 'status' : undefined}>
            {moment(one.startedAt)}: {wordsOf(one)}
          </Text>
          {one.state === 'waiting' && (
            <Button size="compact-xs" variant="default" onClick={() => cancel.mutate(one.id)}>
              Give up
            </Button>
          )}
        </Group>
      ))}
    </div>
  )
}

function wordsOf({ state, sent, amount, to, chainLabel, message }: Withdrawal): string {
  const given = sent ?? amount
  const what = `${given === null ? 'all' : moneyText(given)} to ${shortAddress(to)} on ${chainLabel}`
  switch (state) {
    case 'waiting':
      return `${what} waits to be signed. ${message ?? ''}`
    case 'sent':
      return `${what} is sent, and waits for its confirmations.`
    case 'succeeded':
      return `${what} has arrived.`
    case 'failed':
      return `${what} failed. ${message ?? ''}`
  }
}
