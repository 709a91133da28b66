import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CollectionSummary, type SharedContract, toVerify } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { replaceAnswer } from '../api/replace-answer.ts'
import { Address } from '../ui/address.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { counted } from '../ui/format.ts'
import { EtherscanKey } from './etherscan-key.tsx'

/** Ours: how often the progress of a verification is asked for, ms. */
const lookEvery = 2_000

const words: Readonly<Record<SharedContract['state'], { word: string; color: string }>> = {
  missing: { word: 'Not on this network yet', color: 'gray' },
  unreachable: { word: 'The network does not answer', color: 'yellow' },
  unasked: { word: 'Not verified from here', color: 'gray' },
  verifying: { word: 'Being verified', color: 'blue' },
  verified: { word: 'Verified', color: 'green' },
  failed: { word: 'Failed', color: 'red' },
}

/** What a shared contract is for, by its name in the source. */
const purposes = new Map([
  ['Collection721', 'Economy collections'],
  ['Standard721', 'Standard collections'],
  ['Collection1155', 'Editions'],
  ['CollectionFactory', 'What sets collections up'],
])

/** Whether explorers show the source of a live collection's contracts, and how to have it verified. Empty where no explorer does that. */
export function SourceSection({ collection: { chain, chainLabel } }: { collection: CollectionSummary }) {
  const api = useApi()
  const queries = useQueryClient()
  const [asking, { open, close }] = useDisclosure(false)
  const { data, error, refetch } = useQuery({
    queryKey: keys.sharedContracts,
    queryFn: api.sharedContracts,
    refetchInterval: ({ state: { data } }) =>
      data?.contracts.some(({ state }) => state === 'verifying') ? lookEvery : false,
  })
  const verify = useMutation({
    mutationFn: () => api.verifyContracts(chain),
    onSuccess: (state) => {
      replaceAnswer(queries, keys.sharedContracts, state)
      close()
    },
  })
  if (error && !data)
    return <Failure title="Whether its source is verified is not known" error={error} onRetry={() => void refetch()} />
  const contracts = data?.contracts.filter((one) => one.chain === chain) ?? []
  if (contracts.length === 0) return null
  const left = data === undefined ? [] : toVerify({ ...data, contracts })
  return (
    <Stack component="section" className="panel" p="lg" gap="md" aria-labelledby="source">
      <div>
        <Title order={2} id="source">
          Source on explorers
        </Title>
        <Text c="dimmed">
          All collections on {chainLabel} run on these few contracts. Once an explorer knows their source, everybody can
          read what they do.
        </Text>
      </div>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Contracts">
        {contracts.map((contract) => (
          <Contract key={contract.address} contract={contract} />
        ))}
      </Stack>
      {left.length > 0 && (
        <div>
          <Button variant="default" onClick={open}>
            Verify the source
          </Button>
        </div>
      )}
      {data !== undefined && (
        <Allowed right="admin">
          <EtherscanKey kept={data.etherscanKey} />
        </Allowed>
      )}
      <Confirm
        opened={asking}
        onClose={close}
        title="Verify the source?"
        keep="Send nothing"
        act="Send it"
        danger={false}
        pending={verify.isPending}
        failure={verify.error && <Failure title="Nothing was sent" error={verify.error} money="Nothing was spent." />}
        onAct={() => verify.mutate()}
      >
        The source of {counted(left.length, 'contract')} of Mintdesk on {chainLabel} is sent to{' '}
        {data?.services.join(' and ')}, for everybody to read. Nothing of yours is in it, it costs nothing, and these
        are the same contracts for everybody. The service learns the address of this computer on the internet.
      </Confirm>
    </Stack>
  )
}

function Contract({
  contract: { name, address, state, match, url, explorers, message },
}: {
  contract: SharedContract
}) {
  const { word, color } = words[state]
  return (
    <Stack component="li" gap={4} aria-label={name}>
      <Group gap="sm">
        <Text fw={600}>{purposes.get(name) ?? name}</Text>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
        <Badge variant="light" color={color} tt="none" radius="sm">
          {match === 'partial' ? `${word}, all but comments` : word}
        </Badge>
        <Address address={address} what={`address of ${name}`} identicon={false} />
        {url !== null && (
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
            Read the source
          </Anchor>
        )}
      </Group>
      {message !== null && (
        <Text size="sm" className={state === 'failed' ? 'bad breakable' : 'breakable'}>
          {message}
        </Text>
      )}
      {explorers.map(({ explorer, url, error }) => (
        <Text key={explorer} size="sm" c="dimmed" className="breakable">
          {explorer}: {error ?? (url === null ? 'handed on' : '')}
          {url !== null && (
            <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
              {url}
            </Anchor>
          )}
        </Text>
      ))}
    </Stack>
  )
}
