import { Alert, Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Import } from '../../../../shared/app-api.ts'
import { familyOf } from '../../../../shared/families.ts'
import { useAppState } from '../../api/context.tsx'
import { KindChoice } from '../../collections/kind-choice.tsx'
import { Failure } from '../../ui/failure.tsx'
import { symbolOf, titleOf } from './collection-names.ts'
import { type PictureChoice, PictureOfCollection } from './picture-choice.tsx'
import type { FilePlace } from './use-file-chain.ts'
import { useChainsFor, useMakeCollection, useRowPicture } from './use-new-collection.ts'

export interface NewCollectionProps {
  file: Import
  place: FilePlace
  onCreated(id: string): void
}

/** A collection for this file: its name, its picture, the chain with its price for this file, and the kind in words. */
export function NewCollection({ file, place, onCreated }: NewCollectionProps) {
  const { data: state } = useAppState()
  const nfts = Math.max(file.counts.nfts, file.counts.rows)
  const chains = useChainsFor(place.addresses, nfts)
  const rowPicture = useRowPicture(file)
  const [name, setName] = useState(titleOf(file.name))
  const [typedSymbol, setTypedSymbol] = useState<string | null>(null)
  const [chosenChain, setChain] = useState<string | null>(null)
  const [kind, setKind] = useState<string | null>(null)
  const [chosenPicture, setPicture] = useState<PictureChoice | null>(null)
  // The rows may arrive after the form is shown.
  const picture = chosenPicture ?? { from: rowPicture === '' ? 'none' : 'row' }
  const create = useMakeCollection(file.id, rowPicture, onCreated)
  const chain = chosenChain ?? homeOf(place, chains)
  const { symbolAtMost } = familyOf(chain)
  const symbol = typedSymbol ?? (symbolAtMost === null ? '' : symbolOf(name, symbolAtMost))
  const needs = state?.networks.find((network) => network.chain === chain)?.needs
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const metadata = { name: name.trim(), ...(symbolAtMost === null ? {} : { symbol: symbol.trim() }) }
    create.mutate({ input: { chain, metadata, ...(kind === null ? {} : { contractKind: kind }) }, picture })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Group grow align="flex-start">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {symbolAtMost !== null && (
            <TextInput
              label="Symbol"
              required
              maxLength={symbolAtMost}
              value={symbol}
              onChange={(event) => setTypedSymbol(event.currentTarget.value.toUpperCase())}
            />
          )}
        </Group>
        <PictureOfCollection
          rowPicture={rowPicture}
          importId={file.id}
          name={name}
          value={picture}
          onChange={setPicture}
        />
        <Select
          label="Chain"
          description="It cannot be changed later. Setting up the collection comes on top, once."
          allowDeselect={false}
          searchable
          data={chains}
          value={chain}
          onChange={(value) => {
            setChain(value)
            // Each family has kinds of its own.
            setKind(null)
          }}
        />
        {needs === 'programs' && (
          <Alert color="yellow">
            Solana’s practice network needs programs that are not here yet: get them in Settings, under Practice
            networks.
          </Alert>
        )}
        <KindChoice chain={chain} kind={kind} nfts={nfts} onChange={setKind} />
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

/** The chain that the file's addresses name, else that of its present collection, else the usual one of their family. */
function homeOf({ addresses, collection }: FilePlace, chains: readonly { value: string }[]): string {
  const offered = (chain: string | null | undefined) => chains.find(({ value }) => value === chain)?.value
  return (
    offered(addresses?.chain) ??
    offered(collection?.chain) ??
    offered(addresses?.family.mainChain) ??
    chains[0]?.value ??
    'polygon'
  )
}
