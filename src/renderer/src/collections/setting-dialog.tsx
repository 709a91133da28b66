import { Button, Group, Modal, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CollectionDetails, CollectionSummary, CollectionTerms } from '../../../shared/app-api.ts'
import type { Api } from '../api/api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { changedFields } from '../ui/changed-fields.ts'
import { Failure } from '../ui/failure.tsx'
import { type Held, numberOrNone } from '../ui/number/number-held.ts'
import { WholeNumberInput } from '../ui/number/whole-number-input.tsx'

/** The settings, by the API's names of their changes. */
export type SettingName = 'supplyLimit' | 'payments' | 'royalties' | 'baseURI' | 'transferable' | 'metadata'

/** The settings that one or two short fields hold; the metadata has a dialog of its own. */
export type ShortSetting = Exclude<SettingName, 'metadata'>

const titles: Record<ShortSetting, string> = {
  supplyLimit: 'Supply limit',
  payments: 'Sale to anybody',
  royalties: 'Royalty',
  baseURI: 'Address of older metadata',
  transferable: 'Transfers',
}

interface DialogProps {
  collection: CollectionSummary
  details: CollectionDetails
  /** null: closed. */
  setting: ShortSetting | null
  onClose(): void
}

/** Changes one setting of a collection on chain. */
export function SettingDialog({ collection, details, setting, onClose }: DialogProps) {
  return (
    <Modal opened={setting !== null} onClose={onClose} title={setting === null ? '' : titles[setting]}>
      {setting !== null && (
        <SettingForm key={setting} collection={collection} details={details} setting={setting} onClose={onClose} />
      )}
    </Modal>
  )
}

/** Each setting uses its own fields. */
interface Draft {
  limit: Held
  price: string
  payee: string
  saleSupply: Held
  percent: Held
  receiver: string
  uri: string
  transferable: boolean
}

function draftOf({ supplyLimit, payments, royalties, baseUri, transferable }: CollectionTerms): Draft {
  return {
    limit: supplyLimit ?? '',
    price: payments?.price ?? '',
    payee: payments?.recipientAddress ?? '',
    saleSupply: payments?.saleSupply ?? '',
    percent: royalties === null ? '' : royalties.basisPoints / 100,
    receiver: royalties?.address ?? '',
    uri: baseUri ?? '',
    transferable,
  }
}

function SettingForm({ collection, details, setting, onClose }: DialogProps & { setting: ShortSetting }) {
  const api = useApi()
  const queries = useQueryClient()
  // Starts from the settings with pending changes, so that the next change does not undo them.
  const [shown] = useState(() => draftOf(details.wanted))
  const [draft, setDraft] = useState(shown)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const save = useMutation({
    mutationFn: async () => {
      // Sends the rest of a setting as it is now: some of the supply may be sold, or another person may have changed it.
      const { wanted } = await api.collectionSettings(collection.id)
      return send(api, collection.id, setting, { ...draftOf(wanted), ...changedFields(shown, draft) })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.collections })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Fields setting={setting} draft={draft} set={set} currency={details.currency} />
        <Text size="sm" c="dimmed">
          The change is a transaction: it costs a fee, and counts when it is confirmed.
        </Text>
        {save.error && (
          <Failure
            title="It was not changed"
            error={save.error}
            money="Nothing was spent."
            lost="Look at the collection before you ask again: where it was taken, it is there, or under way."
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" loading={save.isPending}>
            Change
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface FieldsProps {
  setting: ShortSetting
  draft: Draft
  set(change: Partial<Draft>): void
  currency: string
}

const whole = { min: 1 } as const
const percentage = { min: 0, max: 100 } as const

function Fields({ setting, draft, set, currency }: FieldsProps) {
  switch (setting) {
    case 'supplyLimit':
      return (
        <WholeNumberInput
          data-autofocus
          label="The most NFTs there can ever be"
          description="Bought and burnt ones count; empty for no limit"
          value={draft.limit}
          onChange={(limit) => set({ limit })}
        />
      )
    case 'payments':
      return (
        <>
          <TextInput
            data-autofocus
            label={`Price of one NFT, in ${currency}`}
            description="Empty ends the sale"
            inputMode="decimal"
            value={draft.price}
            onChange={(event) => set({ price: event.currentTarget.value.trim() })}
          />
          <TextInput
            label="Who is paid"
            description="An address; each purchase pays it at once"
            value={draft.payee}
            onChange={(event) => set({ payee: event.currentTarget.value.trim() })}
          />
          <WholeNumberInput
            label="How many are set aside for sale"
            description="You cannot mint those yourself; empty for all that are left"
            value={draft.saleSupply}
            onChange={(saleSupply) => set({ saleSupply })}
          />
        </>
      )
    case 'royalties':
      return (
        <>
          <NumberInput
            data-autofocus
            label="Percent of the price of a resale"
            description="Marketplaces are asked for it; empty for none"
            {...percentage}
            decimalScale={2}
            suffix=" %"
            value={draft.percent}
            onChange={(percent) => set({ percent })}
          />
          <TextInput
            label="Who gets it"
            value={draft.receiver}
            onChange={(event) => set({ receiver: event.currentTarget.value.trim() })}
          />
        </>
      )
    case 'baseURI':
      return (
        <TextInput
          data-autofocus
          required
          label="Address of older metadata"
          description="NFTs without metadata of their own have it at this address, a slash, and their number"
          placeholder="https://example.com/nfts"
          value={draft.uri}
          onChange={(event) => set({ uri: event.currentTarget.value.trim() })}
        />
      )
    case 'transferable':
      return (
        <Switch
          data-autofocus
          label="Holders can transfer their NFTs"
          description="Off: transfers and offers are refused by the contract; minting and burning are not"
          checked={draft.transferable}
          onChange={(event) => set({ transferable: event.currentTarget.checked })}
        />
      )
  }
}

async function send(api: Api, id: string, setting: ShortSetting, draft: Draft): Promise<unknown> {
  switch (setting) {
    case 'supplyLimit':
      return api.patchCollection(id, { supplyLimit: numberOrNone('Supply limit', draft.limit, whole) })
    case 'payments': {
      const { price, payee: recipientAddress } = draft
      if (price === '') return api.patchCollection(id, { payments: null })
      const saleSupply = numberOrNone('How many are set aside for sale', draft.saleSupply, whole)
      return api.patchCollection(id, {
        payments: { price, recipientAddress, ...(saleSupply === null ? {} : { saleSupply }) },
      })
    }
    case 'royalties': {
      const basisPoints = Math.round((numberOrNone('Royalty', draft.percent, percentage) ?? 0) * 100)
      const recipients = [{ address: draft.receiver, basisPoints }]
      return api.writeSetting(id, 'royalties', basisPoints === 0 ? null : { recipients })
    }
    case 'baseURI':
      return api.writeSetting(id, 'base-uri', { uri: draft.uri })
    case 'transferable':
      return api.writeSetting(id, 'transferable', { value: draft.transferable })
  }
}
