import { Anchor, Group, Popover, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import type { AppState } from '../../../shared/app-api.ts'
import { chainLabel, isChainName } from '../../../shared/chains.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { Address } from '../ui/address.tsx'
import { KindBadge } from '../ui/kind-badge.tsx'
import { Balance } from '../ui/money/balance.tsx'
import classes from './top-bar.module.css'

/** The number of balances that fit beside the project. */
const shown = 2

/** What the project has to spend on each chain in use, with the addresses to fund. */
export function FeeBalanceMenu({ state }: { state: AppState }) {
  const { treasuries, project, networks } = state
  const practice = project.kind === 'practice'
  const more = treasuries.length - shown
  return (
    <Popover position="bottom-end" width="min(360px, 92vw)" shadow="sm" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.balance}>
          <Text component="span" size="sm">
            <span className={classes.wide}>Fee balance </span>
            {treasuries.length === 0 && <b>{practice ? 'play money' : 'none yet'}</b>}
            {treasuries.slice(0, shown).map(({ chain, balance }, at) => (
              <span key={chain} className={at > 0 ? classes.wide : undefined}>
                {at > 0 && ' · '}
                <Balance balance={balance} />
              </span>
            ))}
            {more > 0 && <span className={classes.wide}>{` · ${more} more`}</span>}
            <VisuallyHidden>: fee balance and addresses</VisuallyHidden>
          </Text>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Group gap="xs">
            <Text fw={600}>Fee balance</Text>
            <KindBadge kind={project.kind} explained={false} />
          </Group>
          {treasuries.map(({ chain, address, balance }) => {
            const network = networks.find((one) => one.chain === chain)
            return (
              <div key={chain}>
                <Group justify="space-between" gap="xs">
                  <Text size="sm">{isChainName(chain) ? chainLabel(chain) : chain}</Text>
                  <Text size="sm">
                    <Balance balance={balance} />
                  </Text>
                </Group>
                <Address
                  address={address}
                  what="address of the fee balance"
                  explorer={explorerPage(network, 'address', address)}
                />
              </div>
            )
          })}
          <Text size="sm" c="dimmed">
            {practice
              ? 'It pays the network fees: play money, which fills itself up with the first thing minted on a network.'
              : 'It pays the network fees. Send coin of the right chain to its address to fund it.'}
          </Text>
          <Anchor component={Link} href="/settings/fee-balance" size="sm">
            Fee balance in Settings
          </Anchor>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
