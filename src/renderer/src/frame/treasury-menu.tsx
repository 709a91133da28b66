import { Group, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import type { AppState } from '../../../shared/app-api.ts'
import { chainLabel, isChainName } from '../../../shared/chains.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { Address } from '../ui/address.tsx'
import { coins } from '../ui/format.ts'
import { KindBadge } from '../ui/kind-badge.tsx'
import classes from './top-bar.module.css'

/** As many balances as fit beside the project at 900 px. */
const shown = 2

/** What the project has to spend on each chain in use, with the addresses to fund. */
export function TreasuryMenu({ state }: { state: AppState }) {
  const { treasuries, project, networks } = state
  if (treasuries.length === 0) return null
  const more = treasuries.length - shown
  return (
    <Popover position="bottom-end" width={360} shadow="sm" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.treasury} aria-label="Treasury: balances and addresses">
          <Text component="span" size="sm">
            Treasury{' '}
            {treasuries.slice(0, shown).map(({ chain, balance }, at) => (
              <span key={chain}>
                {at > 0 && ' · '}
                <b>{coins(balance.amount, balance.decimals)}</b> {balance.currency}
              </span>
            ))}
            {more > 0 && ` · ${more} more`}
          </Text>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Group gap="xs">
            <Text fw={600}>Treasury</Text>
            <KindBadge kind={project.kind} explained={false} />
          </Group>
          {treasuries.map(({ chain, address, balance }) => {
            const network = networks.find((one) => one.chain === chain)
            return (
              <div key={chain}>
                <Group justify="space-between" gap="xs">
                  <Text size="sm">{isChainName(chain) ? chainLabel(chain) : chain}</Text>
                  <Text size="sm">
                    <b>{coins(balance.amount, balance.decimals)}</b> {balance.currency}
                  </Text>
                </Group>
                <Address
                  address={address}
                  what="treasury address"
                  explorer={explorerPage(network, 'address', address)}
                />
              </div>
            )
          })}
          <Text size="sm" c="dimmed">
            {project.kind === 'practice'
              ? 'Play money; it fills itself up.'
              : 'It pays the network fees. Send coin of the right chain to its address to fund it.'}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
