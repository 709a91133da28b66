import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AppState, Rates } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Failure } from '../ui/failure.tsx'
import { moment } from '../ui/format.ts'
import { Waiting } from '../ui/waiting.tsx'
import { Section } from './section.tsx'

/** The price of each coin in money, as a person sets it, so that fees are shown in money too. */
export function RatesSection({ state }: { state: AppState }) {
  const api = useApi()
  const { data, error, refetch } = useQuery({ queryKey: keys.rates, queryFn: api.rates })
  const coins = [...new Set(state.treasuries.map(({ balance }) => balance.currency))]
  return (
    <Section
      id="rates"
      title="Fees in money"
      about="What a coin costs, as you set it: prices, runs and caps then say what they come to. Nobody is asked for a rate, so look it up again now and then."
    >
      {error && !data && <Failure title="The rates could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting what="rates" lines={1} />}
      {data && coins.length === 0 && <Text c="dimmed">No network is in use yet. Rates can be set once one is.</Text>}
      {data && coins.length > 0 && <RatesForm key={data.money} rates={data} coins={coins} />}
    </Section>
  )
}

function RatesForm({ rates, coins }: { rates: Rates; coins: readonly string[] }) {
  const api = useApi()
  const queries = useQueryClient()
  const [money, setMoney] = useState(rates.money)
  /** The rates that were typed. All others stay current when a network comes into use or another person sets a rate. */
  const [typed, setTyped] = useState<Record<string, string>>({})
  const shown = (coin: string): string => typed[coin] ?? rates.coins[coin]?.rate ?? ''
  const set = useMutation({
    mutationFn: (_sent: typeof typed) =>
      api.setRates({
        money: money.trim().toUpperCase(),
        // An unchanged rate is not sent, so it keeps the time at which it was set.
        coins: Object.fromEntries(
          coins.flatMap((coin) => {
            const rate = shown(coin).trim()
            const same = rate === (rates.coins[coin]?.rate ?? '') && money === rates.money
            return same ? [] : [[coin, rate === '' ? null : rate]]
          }),
        ),
      }),
    onSuccess: (now, sent) => {
      // What the person types meanwhile stays.
      setTyped((all) => Object.fromEntries(Object.entries(all).filter(([coin, rate]) => rate !== sent[coin])))
      replaceAnswer(queries, keys.rates, now)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(typed)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Money"
          description="Three letters, such as EUR or USD. Rates of other money are taken away."
          maxLength={3}
          w={200}
          value={money}
          onChange={(event) => setMoney(event.currentTarget.value.toUpperCase())}
        />
        {coins.map((coin) => (
          <TextInput
            key={coin}
            label={`1 ${coin} costs`}
            placeholder="not set"
            description={rates.coins[coin] && `Set ${moment(rates.coins[coin].setAt)}`}
            inputMode="decimal"
            w={200}
            rightSection={
              <Text size="sm" c="dimmed">
                {money}
              </Text>
            }
            rightSectionWidth={56}
            value={shown(coin)}
            onChange={(event) => setTyped({ ...typed, [coin]: event.currentTarget.value })}
          />
        ))}
        {set.error && <Failure title="The rates are as they were" error={set.error} />}
        <Group>
          <Button type="submit" variant="default" loading={set.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
