import { Alert, Button, Group, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CollectionInput } from '../../../shared/app-client/collections.ts'
import { chainLabel } from '../../../shared/chains.ts'
import { familyOf } from '../../../shared/families.ts'
import { useApi, useAppState } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Failure } from '../ui/failure.tsx'
import { offeredChains } from '../ui/network/offered-chains.ts'
import { type Held, numberOrNone } from '../ui/number/number-held.ts'
import { WholeNumberInput } from '../ui/number/whole-number-input.tsx'
import { KindChoice } from './kind-choice.tsx'

/** Makes a collection by the same call a program would make. */
export function CollectionForm({
  onCreated,
  chain: first = 'polygon',
}: {
  onCreated(id: string): void
  /** The chain that is chosen at first. */
  chain?: string
}) {
  const api = useApi()
  const queries = useQueryClient()
  const { data: state } = useAppState()
  const [name, setName] = useState('')
  const [symbol, setSymbol] = useState('')
  const [description, setDescription] = useState('')
  const [imageUrl, setImageUrl] = useState('')
  const [chain, setChain] = useState<string>(first)
  const [supplyLimit, setSupplyLimit] = useState<Held>('')
  const [fungibility, setFungibility] = useState('non-fungible')
  const [kind, setKind] = useState<string | null>(null)
  const create = useMutation({
    mutationFn: async () => api.createCollection(request()),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: keys.collections })
      onCreated(id)
    },
  })
  const { semiFungible, symbolAtMost } = familyOf(chain)
  const offered = offeredChains(state?.networks ?? []).map((value) => ({ value, label: chainLabel(value) }))
  const copies = semiFungible !== null && fungibility === 'semi-fungible'
  const needs = state?.networks.find((network) => network.chain === chain)?.needs
  const request = (): CollectionInput => {
    const limit = numberOrNone('Supply limit', supplyLimit, { min: 1 })
    const metadata = {
      name: name.trim(),
      ...(symbolAtMost === null ? {} : { symbol: symbol.trim() }),
      description: description.trim(),
      imageUrl: imageUrl.trim(),
    }
    return {
      chain,
      metadata,
      ...(limit === null ? {} : { supplyLimit: limit }),
      ...(copies ? { fungibility } : kind === null ? {} : { contractKind: kind }),
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group grow align="flex-start">
          {symbolAtMost !== null && (
            <TextInput
              label="Symbol"
              description="As explorers show it"
              required
              maxLength={symbolAtMost}
              value={symbol}
              onChange={(event) => setSymbol(event.currentTarget.value.toUpperCase())}
            />
          )}
          <Select
            label="Chain"
            description="It cannot be changed later"
            allowDeselect={false}
            searchable
            data={offered}
            value={chain}
            onChange={(value) => {
              setChain(value ?? 'polygon')
              // Each family has kinds of its own.
              setKind(null)
            }}
          />
        </Group>
        {needs === 'programs' && (
          <Alert color="yellow">
            Solana’s practice network needs programs that are not here yet: get them in Settings, under Practice
            networks.
          </Alert>
        )}
        {semiFungible !== null && (
          <Radio.Group label="What is minted" value={fungibility} onChange={setFungibility}>
            <Stack gap="xs" mt={4}>
              <Radio
                value="non-fungible"
                label="One NFT each"
                description="Every NFT is a token of its own (ERC-721)"
              />
              <Radio value="semi-fungible" label="Editions" description="Many people get the same NFT (ERC-1155)" />
            </Stack>
          </Radio.Group>
        )}
        {!copies && <KindChoice chain={chain} kind={kind} onChange={setKind} />}
        <Textarea
          label="Description"
          autosize
          minRows={2}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <TextInput
          label="Image"
          description="An https:// or ipfs:// address"
          value={imageUrl}
          onChange={(event) => setImageUrl(event.currentTarget.value)}
        />
        <WholeNumberInput
          label="Supply limit"
          description="The most NFTs there can ever be; empty for no limit"
          value={supplyLimit}
          onChange={setSupplyLimit}
        />
        {create.error && (
          <Failure title="The collection was not created" error={create.error} money="Nothing was spent." />
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={create.isPending}
            disabled={name.trim() === '' || (symbolAtMost !== null && symbol.trim() === '')}
          >
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
