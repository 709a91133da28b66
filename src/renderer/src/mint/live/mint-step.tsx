import { Anchor, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import type { Checklist } from '../../../../shared/app-api.ts'
import { useApi, useCollections } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { replaceAnswer } from '../../api/replace-answer.ts'
import { CollectionForm } from '../../collections/collection-form.tsx'
import { Failure } from '../../ui/failure.tsx'
import { FirstPrice } from './first-price.tsx'
import { firstSheet } from './first-sheet.ts'

/** One NFT to the person's own address: where, to whom, its price, and the button that mints it. */
export function MintStep({ list: { chain, hostsMetadata } }: { list: Checklist }) {
  const api = useApi()
  const queries = useQueryClient()
  const { data: collections } = useCollections()
  const [creating, { open, close }] = useDisclosure(false)
  const [recipient, setRecipient] = useState('')
  const [metadataUri, setMetadataUri] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const offered = (collections ?? []).filter(
    (one) => one.chain === chain && one.unavailable === null && one.fungibility === 'non-fungible',
  )
  const collectionId = offered.find(({ id }) => id === chosen)?.id ?? offered[0]?.id ?? null
  const prepare = useMutation({
    mutationFn: (id: string) => {
      const nft = { recipient, name: 'First NFT', metadataUri: hostsMetadata ? metadataUri.trim() : null }
      const file = new File([firstSheet(nft)], 'First NFT.csv', { type: 'text/csv' })
      return api.createImport(file, id)
    },
    onSuccess: (made) => replaceAnswer(queries, keys.import(made.id), made),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (collectionId !== null) prepare.mutate(collectionId)
  }
  /** Drops the price, which belongs to the old input. */
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    prepare.reset()
  }
  return (
    <Stack gap="md">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Your own address"
            description="Of a wallet that you can look into"
            required
            maw={560}
            classNames={{ input: 'mono' }}
            value={recipient}
            onChange={(event) => change(setRecipient)(event.currentTarget.value)}
          />
          {hostsMetadata && (
            <TextInput
              label="Address of its metadata"
              description="An https:// or ipfs:// address of a JSON file of yours"
              required
              maw={560}
              value={metadataUri}
              onChange={(event) => change(setMetadataUri)(event.currentTarget.value)}
            />
          )}
          {offered.length > 0 ? (
            <Select
              label="Collection"
              maw={560}
              allowDeselect={false}
              data={offered.map(({ id, metadata }) => ({ value: id, label: metadata.name }))}
              value={collectionId}
              onChange={(value) => {
                setChosen(value)
                prepare.reset()
              }}
            />
          ) : (
            <Group gap="xs">
              <Text size="sm">There is no collection on this network yet.</Text>
              <Button variant="default" size="xs" onClick={open}>
                Create a collection
              </Button>
            </Group>
          )}
          <div>
            <Button
              type="submit"
              variant={prepare.data ? 'default' : 'filled'}
              loading={prepare.isPending}
              disabled={
                collectionId === null || recipient.trim() === '' || (hostsMetadata && metadataUri.trim() === '')
              }
            >
              See the price
            </Button>
          </div>
        </Stack>
      </form>
      {prepare.error && <Failure title="There is no price now" error={prepare.error} money="Nothing was spent." />}
      {prepare.data && <FirstPrice importId={prepare.data.id} />}
      <Modal opened={creating} onClose={close} title="Create a collection">
        <CollectionForm
          {...(chain === null ? {} : { chain })}
          onCreated={(id) => {
            setChosen(id)
            close()
          }}
        />
      </Modal>
    </Stack>
  )
}

/** While the only NFT is on its way: the link to its run. */
export function MintUnderWay() {
  const api = useApi()
  const { data: runs } = useQuery({ queryKey: keys.runs, queryFn: api.runs })
  const [latest] = runs ?? []
  return (
    <Text size="sm" role="status">
      {latest ? (
        <Anchor component={Link} href={`/runs/${latest.id}`}>
          See how far it is
        </Anchor>
      ) : (
        'It takes a moment.'
      )}
    </Text>
  )
}
