import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { AppState, Network } from '../../../shared/app-api.ts'
import { isCustomChain } from '../../../shared/custom-chain.ts'
import { Copy } from '../ui/copy.tsx'
import { counted } from '../ui/format.ts'
import { NetworkDot } from '../ui/network/network-dot.tsx'
import { isInUse, isResettable, whyNot } from '../ui/network/network-state.ts'
import { FundDialog } from './fund-dialog.tsx'
import { AddNetworkDialog } from './own-network/add-network-dialog.tsx'
import { RemoveNetworkDialog } from './own-network/remove-network-dialog.tsx'
import { ProgramsDialog } from './programs-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { RpcDialog } from './rpc-dialog.tsx'
import { Section } from './section.tsx'

/** Opens a dialog about a network. */
type Ask = (what: 'rpcs' | 'programs' | 'coin' | 'reset' | 'remove', network: Network) => void

/** The networks of the project's kind; of practice networks those in use are shown, and the others are folded. */
export function NetworksSection({ state: { networks, project } }: { state: AppState }) {
  const [asked, setAsked] = useState<{ what: Parameters<Ask>[0]; network: Network } | null>(null)
  const [unfolded, { toggle }] = useDisclosure(false)
  const [adding, add] = useDisclosure(false)
  const practice = project.kind === 'practice'
  const ask: Ask = (what, network) => setAsked({ what, network })
  const close = () => setAsked(null)
  const of = (what: Parameters<Ask>[0]) => (asked?.what === what ? asked.network : null)
  const used = practice ? networks.filter(isShown) : networks
  const others = networks.filter((network) => !used.includes(network))
  return (
    <Section
      id="networks"
      title={practice ? 'Practice networks' : 'Networks'}
      about={
        practice
          ? 'Chains inside this app, with the chain ids of the real ones. Each starts at its first use.'
          : 'The public networks that this project can mint on. Each has several RPCs: when one fails, the next is used, and two must agree about what was minted.'
      }
    >
      {networks.length === 0 && <Text c="dimmed">There is no network for this project: start Mintdesk again.</Text>}
      {used.length > 0 && <Networks networks={used} practice={practice} ask={ask} />}
      {others.length > 0 && (
        <Stack gap="sm" align="stretch">
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={unfolded}
              rightSection={unfolded ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
              onClick={toggle}
            >
              {counted(others.length, 'network')} not in use
            </Button>
          </div>
          {unfolded && <Networks networks={others} practice={practice} ask={ask} />}
        </Stack>
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add.open}>
          Add your own network
        </Button>
      </div>
      <AddNetworkDialog opened={adding} onClose={add.close} />
      <RemoveNetworkDialog network={of('remove')} onClose={close} />
      <RpcDialog network={of('rpcs')} onClose={close} />
      <ProgramsDialog opened={of('programs') !== null} onClose={close} />
      <FundDialog network={of('coin')} onClose={close} />
      <ResetDialog network={of('reset')} onClose={close} />
    </Section>
  )
}

/** Whether a practice network is not folded: it is in use, lacks something, or was added by a person. */
function isShown(network: Network): boolean {
  return network.needs !== undefined || isInUse(network) || isCustomChain(network.chain)
}

interface NetworksProps {
  practice: boolean
  ask: Ask
}

function Networks({ networks, practice, ask }: NetworksProps & { networks: readonly Network[] }) {
  return (
    <Table.ScrollContainer minWidth={520}>
      <Table verticalSpacing="xs" horizontalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Network</Table.Th>
            <Table.Th ta="right">Chain id</Table.Th>
            <Table.Th>RPC</Table.Th>
            <Table.Th>
              <VisuallyHidden>{practice ? 'Give coin, reset' : 'RPCs'}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {networks.map((network) => (
            <NetworkRow key={network.chain} network={network} practice={practice} ask={ask} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function NetworkRow({ network, practice, ask }: NetworksProps & { network: Network }) {
  return (
    <Table.Tr>
      <Table.Td>
        <NetworkDot network={network} />
        {whyNot(network) !== '' && (
          <Text size="sm" c="dimmed" className="breakable">
            {whyNot(network)}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">{network.chainId ?? '–'}</Table.Td>
      <Table.Td>
        {network.rpcUrl === null ? (
          <Text span c="dimmed">
            –
          </Text>
        ) : (
          <>
            <span className={practice ? 'mono' : 'mono breakable'}>{network.rpcUrl}</span>{' '}
            <Copy value={network.rpcUrl} what="RPC address" />
          </>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {isCustomChain(network.chain) && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Remove ${network.label}`}
              onClick={() => ask('remove', network)}
            >
              Remove
            </Button>
          )}
          {!practice && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`RPCs of ${network.label}`}
              onClick={() => ask('rpcs', network)}
            >
              RPCs
            </Button>
          )}
          {network.needs === 'programs' && (
            <Button size="compact-sm" onClick={() => ask('programs', network)}>
              Get the programs
            </Button>
          )}
          {practice && network.state === 'up' && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Give coin on the practice network for ${network.label}`}
              onClick={() => ask('coin', network)}
            >
              Give coin
            </Button>
          )}
          {practice && isResettable(network) && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Reset the practice network for ${network.label}`}
              onClick={() => ask('reset', network)}
            >
              Reset
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
