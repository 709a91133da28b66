import { Popover, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Network } from '../../../shared/app-api.ts'
import { counted } from '../ui/format.ts'
import { NetworkDot } from '../ui/network/network-dot.tsx'
import classes from './top-bar.module.css'

/** Networks in use for which the bar has no room; `all` when the bar shows none. */
export function NetworksLeft({ networks, all }: { networks: readonly Network[]; all: boolean }) {
  if (networks.length === 0) return null
  return (
    <Popover position="bottom-end" shadow="sm" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.balance}>
          {all ? counted(networks.length, 'network') : `+${networks.length}`}
          {!all && <VisuallyHidden> more networks</VisuallyHidden>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {networks.map((network) => (
            <NetworkDot key={network.chain} network={network} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
