import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Money, Project } from '../../../../shared/app-api.ts'
import { worthText } from '../../../../shared/worth.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'

/** The worth of an amount of a live network's coin, at the rate that a person set; nothing without a rate, or for play money. */
export function Worth({ money, kind }: { money: Money; kind: Project['kind'] }) {
  const api = useApi()
  const { data } = useQuery({ queryKey: keys.rates, queryFn: api.rates, enabled: kind === 'live' })
  const text = kind === 'live' ? worthText(money, data) : null
  if (text === null) return null
  return (
    <Text span size="sm" c="dimmed">
      {' '}
      ({text})
    </Text>
  )
}
