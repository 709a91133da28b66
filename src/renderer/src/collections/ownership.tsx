import { Alert, Button, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CollectionSummary, Ownership as OwnershipNow, Project } from '../../../shared/app-api.ts'
import { useApi, useAppState } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Address } from '../ui/address.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { coins, moment } from '../ui/format.ts'
import { PassphraseField } from '../vault/passphrase-field.tsx'

/** Ours: how often the chain is asked whether the new owner accepted, ms. */
const lookEvery = 4_000

/** Who owns a collection on chain, and giving it to a wallet in two steps. */
export function Ownership({ collection }: { collection: CollectionSummary }) {
  const api = useApi()
  const { data: state } = useAppState()
  const { data } = useQuery({
    queryKey: keys.ownership(collection.id),
    queryFn: () => api.ownership(collection.id),
    refetchInterval: ({ state }) => (state.data?.offeredTo ? lookEvery : false),
  })
  if (!data || !state) return null
  if (data.impossible !== null)
    return (
      <section className="panel" aria-label="Owner">
        <Stack p="md" gap="sm">
          <Title order={2}>Owner</Title>
          <Text c="dimmed">{data.impossible}</Text>
        </Stack>
      </section>
    )
  return (
    <section className="panel" aria-label="Owner">
      <Stack p="md" gap="sm">
        <Title order={2}>Owner</Title>
        <Text component="div">
          {data.isOurs ? 'The fee balance of this project owns the collection' : 'It was handed over, and belongs to'}
          {data.owner && (
            <>
              : <Address address={data.owner} what="address of the owner" />
            </>
          )}
        </Text>
        {!data.isOurs && (
          <Text c="dimmed">
            Mintdesk goes on minting into it. Supply limit, sale, royalties and transfers are its owner’s.
          </Text>
        )}
        {data.isOurs && data.offeredTo === null && <Offer collection={collection} kind={state.project.kind} />}
        {data.offeredTo !== null && <Offered collection={collection} now={data} to={data.offeredTo} />}
      </Stack>
    </section>
  )
}

function Offer({ collection, kind }: { collection: CollectionSummary; kind: Project['kind'] }) {
  const api = useApi()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState({ to: '', again: '', passphrase: '' })
  const set = (part: Partial<typeof typed>) => setTyped({ ...typed, ...part })
  const offer = useMutation({
    mutationFn: () =>
      api.offerCollection(collection.id, {
        to: typed.to.trim(),
        again: typed.again.trim(),
        ...(typed.passphrase === '' ? {} : { passphrase: typed.passphrase }),
      }),
    onSuccess: (now) => replaceAnswer(queries, keys.ownership(collection.id), now),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    offer.mutate()
  }
  if (!open)
    return (
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          Hand it to my wallet
        </Button>
      </Group>
    )
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          A wallet or a multisig of yours becomes the owner that markets see; Mintdesk goes on minting. First you offer
          it here, then that address accepts on chain, then you complete it.
        </Text>
        <TextInput
          label="Address of the new owner"
          classNames={{ input: 'mono' }}
          maxLength={200}
          value={typed.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
          data-autofocus
          required
        />
        <TextInput
          label="The address again"
          classNames={{ input: 'mono' }}
          maxLength={200}
          value={typed.again}
          onChange={(event) => set({ again: event.currentTarget.value })}
          required
        />
        {kind === 'live' && <PassphraseField value={typed.passphrase} onChange={(passphrase) => set({ passphrase })} />}
        {offer.error && <Failure title="It was not offered" error={offer.error} />}
        <Group gap="xs">
          <Button type="submit" loading={offer.isPending}>
            Offer it
          </Button>
          <Button variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Offered({ collection, now, to }: { collection: CollectionSummary; now: OwnershipNow; to: string }) {
  const api = useApi()
  const queries = useQueryClient()
  /** The new owner to confirm: stays as the person sees it, even if the collection is offered to another one meanwhile. */
  const [asked, setAsked] = useState<string>()
  const back = useMutation({
    mutationFn: () => api.takeOfferBack(collection.id),
    onSuccess: (next) => replaceAnswer(queries, keys.ownership(collection.id), next),
  })
  const complete = useMutation({
    mutationFn: (agreed: string) => api.completeHandover(collection.id, agreed),
    onSuccess: async () => {
      setAsked(undefined)
      await queries.invalidateQueries({ queryKey: keys.collectionSettings(collection.id) })
      await queries.invalidateQueries({ queryKey: keys.ownership(collection.id) })
    },
  })
  return (
    <>
      <Text component="div">
        Offered to <Address address={to} what="address of the new owner" />
      </Text>
      {now.askedUntil === null ? (
        now.request && (
          <Alert color="blue" variant="light" title="The new owner accepts on chain" role="status">
            <Asked request={now.request} /> This page sees it by itself.
          </Alert>
        )
      ) : (
        <Alert color="green" variant="light" title="It was accepted" role="status">
          Complete it before {moment(now.askedUntil)}.
        </Alert>
      )}
      {back.error && <Failure title="The offer stands" error={back.error} />}
      <Group gap="xs">
        <Button disabled={now.askedUntil === null} onClick={() => setAsked(to)}>
          Complete
        </Button>
        <Button variant="default" loading={back.isPending} onClick={() => back.mutate()}>
          Take the offer back
        </Button>
      </Group>
      <Confirm
        opened={asked !== undefined}
        onClose={() => {
          setAsked(undefined)
          complete.reset()
        }}
        title="Hand the collection over?"
        keep="Not now"
        act="Hand it over"
        pending={complete.isPending}
        failure={complete.error && <Failure title="It was not handed over" error={complete.error} />}
        onAct={() => asked !== undefined && complete.mutate(asked)}
      >
        <span className="mono">{asked ?? to}</span> becomes its owner, for a network fee. Only that address can give it
        back. Mintdesk goes on minting into it.
      </Confirm>
    </>
  )
}

/** What the new owner does on chain. */
function Asked({ request }: { request: NonNullable<OwnershipNow['request']> }) {
  if (request.kind === 'payment') {
    const { to, amount } = request
    // To the last digit: the amount distinguishes this payment from others.
    const sum = coins(amount.amount, amount.decimals, amount.decimals)
    return (
      <>
        From that address, send exactly <b>{sum}</b> {amount.currency}
        <Copy value={sum} what="amount" /> to the fee balance of this project, <Code className="breakable">{to}</Code>
        <Copy value={to} what="address of the fee balance" />: from a wallet or a multisig, not through an exchange. It
        shows that the address is in your hands, and stays in the fee balance.
      </>
    )
  }
  return (
    <>
      From that address, call <Code>{request.name}</Code> on <Code>{request.contract}</Code>, without coin: in a block
      explorer under “Write contract”, or as a transaction of a multisig with the data <Code>{request.data}</Code>
      <Copy value={request.data} what="data of the call" />
    </>
  )
}
