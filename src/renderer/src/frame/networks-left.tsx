import { Popover, Stack, UnstyledButton } from '@mantine/core'
import type { Network } from '../../../shared/app-api.ts'
import { counted } from '../ui/format.ts'
import { NetworkDot } from '../ui/network-dot.tsx'
import classes from './top-bar.module.css'

/** Networks in use for which the bar has no room. */
export function NetworksLeft({ networks }: { networks: readonly Network[] }) {
  if (networks.length === 0) return null
  return (
    <Popover position="bottom-end" shadow="sm" trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.treasury} aria-label={`${counted(networks.length, 'more network')}`}>
          +{networks.length}
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
