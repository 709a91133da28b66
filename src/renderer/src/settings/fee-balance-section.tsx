import { Button, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppState, Project, Treasury } from '../../../shared/app-api.ts'
import { chainLabel, isChainName } from '../../../shared/chains.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { useApi } from '../api/context.tsx'
import { keys } from '../api/keys.ts'
import { Address } from '../ui/address.tsx'
import { KindBadge } from '../ui/kind-badge.tsx'
import { Balance } from '../ui/money/balance.tsx'
import { whyNot } from '../ui/network/network-state.ts'
import { Section } from './section.tsx'
import { SignMessage } from './sign-message.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { Withdrawals } from './withdrawals.tsx'

/** What pays for minting: addresses, balances, how to fund them. */
export function FeeBalanceSection({ state }: { state: AppState }) {
  const { treasuries, project, networks } = state
  const live = project.kind === 'live'
  const [withdrawn, setWithdrawn] = useState<Treasury | null>(null)
  return (
    <Section
      id="fee-balance"
      title="Fee balance"
      about={
        live
          ? 'It pays the network fees of this project. To fund it, send coin of the right network to its address.'
          : 'It pays the network fees of this project. On practice networks the coin is play money, and it fills itself up.'
      }
    >
      <ProjectAddress kind={project.kind} />
      {treasuries.length === 0 ? (
        <Text c="dimmed">
          {live
            ? 'No network is in use yet; balances are shown once one is.'
            : 'No network is in use yet. Each starts with the first thing that is minted on it, with a filled balance.'}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Network</Table.Th>
                <Table.Th>Address</Table.Th>
                <Table.Th ta="right">
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    Balance <KindBadge kind={project.kind} />
                  </Group>
                </Table.Th>
                <Table.Th>
                  <VisuallyHidden>Withdraw</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {treasuries.map((treasury) => {
                const { chain, address, balance } = treasury
                const network = networks.find((one) => one.chain === chain)
                return (
                  <Table.Tr key={chain}>
                    <Table.Td>{isChainName(chain) ? chainLabel(chain) : chain}</Table.Td>
                    <Table.Td>
                      <Address
                        address={address}
                        what="address of the fee balance"
                        explorer={explorerPage(network, 'address', address)}
                      />
                    </Table.Td>
                    <Table.Td ta="right">
                      <Balance balance={balance} />
                      {balance.amount === null && network?.state === 'down' && (
                        <Text size="sm" c="dimmed">
                          {whyNot(network)}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td ta="right">
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={`Withdraw from the fee balance on ${isChainName(chain) ? chainLabel(chain) : chain}`}
                        onClick={() => setWithdrawn(treasury)}
                      >
                        Withdraw
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {treasuries.length > 0 && <SignMessage treasuries={treasuries} kind={project.kind} />}
      <Withdrawals />
      <WithdrawDialog treasury={withdrawn} kind={project.kind} onClose={() => setWithdrawn(null)} />
    </Section>
  )
}

/** The project's address, which is the same on all EVM networks. */
function ProjectAddress({ kind }: { kind: Project['kind'] }) {
  const api = useApi()
  const { data } = useQuery({ queryKey: keys.treasury, queryFn: api.treasury })
  if (!data) return null
  if (data.address === null)
    return (
      <Text c="dimmed">Its address is shown once the vault is there, backed up and unlocked: see Keys and backup.</Text>
    )
  return (
    <Text component="div">
      Its address on every EVM network{kind === 'live' ? ', to be funded on each that is used' : ''}:{' '}
      <Address address={data.address} what="address of the fee balance" />
    </Text>
  )
}
