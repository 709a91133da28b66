import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fromUnits } from '../../../shared/amount.ts'
import type { Network } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { Failure } from '../ui/failure.tsx'

/** Gives an account on a practice network new coin. */
export function FundDialog({ network, onClose }: { network: Network | null; onClose(): void }) {
  return (
    <Modal
      opened={network !== null}
      onClose={onClose}
      title={`Give coin on the practice network for ${network?.label ?? ''}`}
    >
      {network && <Question network={network} onClose={onClose} />}
    </Modal>
  )
}

function Question({ network: { chain, currency }, onClose }: { network: Network; onClose(): void }) {
  const api = useApi()
  const [address, setAddress] = useState('')
  const [amount, setAmount] = useState('100')
  const fund = useMutation({
    mutationFn: () => api.fundPractice(chain, { address: address.trim(), amount: amount.trim() }),
    onSuccess: ({ address, given }) => {
      const amount = fromUnits(given.amount, given.decimals)
      notifications.show({ message: `${address} has ${amount} ${given.currency} more.` })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    fund.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          For a wallet or an SDK of your own that you try this network with. It is play money: it is worth nothing, and
          nowhere else.
        </Text>
        <TextInput
          label="Address"
          classNames={{ input: 'mono' }}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          data-autofocus
          required
        />
        <TextInput
          label="Amount"
          rightSection={
            <Text size="sm" c="dimmed">
              {currency.symbol}
            </Text>
          }
          rightSectionWidth={56}
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          required
        />
        {fund.error && <Failure title="Nothing was given" error={fund.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={fund.isPending}>
            Give
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
