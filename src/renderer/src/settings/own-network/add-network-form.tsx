import { Button, Group, Stack, Table, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FoundNetwork } from '../../../../shared/app-api.ts'
import { customChainOf } from '../../../../shared/custom-chain.ts'
import { useApi } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { Failure } from '../../ui/failure.tsx'
import { type Held, numberOrNone } from '../../ui/number/number-held.ts'
import { WholeNumberInput } from '../../ui/number/whole-number-input.tsx'

const whole = { min: 1 } as const

/** What the RPC reported of a network, and what the person fills in; each field begins with a proposal. */
export function AddNetworkForm({ rpc, found, onClose }: { rpc: string; found: FoundNetwork; onClose(): void }) {
  const api = useApi()
  const queries = useQueryClient()
  const { proposed } = found
  const [name, setName] = useState(proposed.name)
  const [symbol, setSymbol] = useState(proposed.symbol)
  const [explorer, setExplorer] = useState('')
  const [confirmations, setConfirmations] = useState<Held>(proposed.confirmations)
  const [gasCap, setGasCap] = useState<Held>(proposed.gasCap)
  const add = useMutation({
    mutationFn: async () => {
      const blocks = numberOrNone('Confirmations', confirmations, whole)
      const gas = numberOrNone('Gas cap', gasCap, whole)
      return api.addNetwork({
        ...{ name, rpcs: [rpc], symbol, explorer },
        ...(blocks === null ? {} : { confirmations: blocks }),
        ...(gas === null ? {} : { gasCap: gas }),
      })
    },
    onSuccess: async ({ chain }) => {
      await queries.invalidateQueries({ queryKey: keys.state })
      notifications.show({ message: `The network ${chain} is there, live and for practice.` })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit} onChange={() => add.reset()}>
      <Stack gap="md">
        <Found found={found} />
        <TextInput
          label="Name"
          description={`Programs and spreadsheets name it ${customChainOf(name) ?? 'custom-…'}`}
          required
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group grow align="flex-start">
          <TextInput
            label="Currency"
            description="The symbol of its coin"
            required
            maxLength={11}
            value={symbol}
            onChange={(event) => setSymbol(event.currentTarget.value)}
          />
          <WholeNumberInput
            label="Confirmations"
            description="Blocks until an NFT counts as minted"
            value={confirmations}
            onChange={setConfirmations}
          />
        </Group>
        <Group grow align="flex-start">
          <TextInput
            label="Explorer"
            description="Empty for none"
            placeholder="https://"
            value={explorer}
            onChange={(event) => setExplorer(event.currentTarget.value)}
          />
          <WholeNumberInput
            label="Gas cap"
            description="The most that one transaction may take"
            value={gasCap}
            onChange={setGasCap}
          />
        </Group>
        {add.error && <Failure title="The network was not added" error={add.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending} disabled={name.trim() === '' || symbol.trim() === ''}>
            Add the network
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const dataFees = { 'op-stack': 'As the OP stack asks', arbitrum: 'As Arbitrum asks' } as const

function Found({ found }: { found: FoundNetwork }) {
  const tags = [...(found.safe ? ['safe'] : []), ...(found.finalized ? ['finalized'] : [])]
  const facts = [
    ['Chain id', String(found.chainId)],
    ['Fees', found.baseFee ? 'Base fee and tip (EIP-1559)' : 'One gas price'],
    ['Fee for data', found.dataFee === null ? 'None' : dataFees[found.dataFee]],
    ['A block', `every ${found.blockMs / 1_000} s, ${Number(found.blockGas).toLocaleString('en')} gas`],
    ['Multicall3', found.multicall ? 'There' : 'Not there, and not needed'],
    ['Finality', tags.length === 0 ? 'Confirmations are counted' : `Says what is ${tags.join(' and ')}`],
  ]
  return (
    <Table variant="vertical" layout="fixed" verticalSpacing={4} aria-label="What was found">
      <Table.Tbody>
        {facts.map(([fact, value]) => (
          <Table.Tr key={fact}>
            <Table.Th w={130}>{fact}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
