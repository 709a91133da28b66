import { Button, Group, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { AppState, Network } from '../../../shared/app-api.ts'
import { Copy } from '../ui/copy.tsx'
import { NetworkDot } from '../ui/network-dot.tsx'
import { FundDialog } from './fund-dialog.tsx'
import { ProgramsDialog } from './programs-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { RpcDialog } from './rpc-dialog.tsx'
import { Section } from './section.tsx'

/** The networks of the project's kind: chain id, state, address of the RPC. */
export function NetworksSection({ state: { networks, project } }: { state: AppState }) {
  const [asked, setAsked] = useState<Network | null>(null)
  const [funded, setFunded] = useState<Network | null>(null)
  const [edited, setEdited] = useState<Network | null>(null)
  const [lacking, setLacking] = useState(false)
  const practice = project.kind === 'practice'
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
      {networks.length === 0 ? (
        <Text c="dimmed">There is no network for this project now. Look on the command line: mintdesk networks.</Text>
      ) : (
        <Table verticalSpacing="xs" horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Network</Table.Th>
              <Table.Th ta="right">Chain id</Table.Th>
              <Table.Th>RPC</Table.Th>
              <Table.Th aria-label={practice ? 'Give coin, reset' : 'RPCs'} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {networks.map((network) => (
              <Table.Tr key={network.chain}>
                <Table.Td>
                  <NetworkDot network={network} />
                  {(network.reason ?? network.notice) !== undefined && (
                    <Text size="sm" c="dimmed" className="breakable">
                      {network.reason ?? network.notice}
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
                  {!practice && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`RPCs of ${network.label}`}
                      onClick={() => setEdited(network)}
                    >
                      RPCs
                    </Button>
                  )}
                  {network.needs === 'programs' && (
                    <Button size="compact-sm" onClick={() => setLacking(true)}>
                      Get the programs
                    </Button>
                  )}
                  {practice && network.state === 'up' && (
                    <Group gap="xs" justify="flex-end" wrap="nowrap">
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Give coin on the practice network for ${network.label}`}
                        onClick={() => setFunded(network)}
                      >
                        Give coin
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Reset the practice network for ${network.label}`}
                        onClick={() => setAsked(network)}
                      >
                        Reset
                      </Button>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <RpcDialog network={edited} onClose={() => setEdited(null)} />
      <ProgramsDialog opened={lacking} onClose={() => setLacking(false)} />
      <FundDialog network={funded} onClose={() => setFunded(null)} />
      <ResetDialog network={asked} onClose={() => setAsked(null)} />
    </Section>
  )
}
