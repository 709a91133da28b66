import { Group, Skeleton } from '@mantine/core'
import type { AppState } from '../../../shared/app-api.ts'
import { useAppState } from '../api/context.tsx'
import { NetworkDot } from '../ui/network-dot.tsx'
import { isInUse } from '../ui/network-state.ts'
import { useSlow } from '../ui/use-slow.ts'
import { VaultButton } from '../vault/vault-button.tsx'
import { NetworksLeft } from './networks-left.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import { TreasuryMenu } from './treasury-menu.tsx'

/** As many as fit with their words at 900 px. */
const shown = 2

/** The project and what it has to spend, and how its networks are. */
export function TopBar() {
  const { data: state, isPending } = useAppState()
  const slow = useSlow(isPending)
  if (!state)
    return (
      <Group h="100%" px="lg">
        {slow && <Skeleton height={20} width={320} />}
      </Group>
    )
  const networks = inUse(state)
  return (
    <Group h="100%" pl="md" pr="lg" justify="space-between" wrap="nowrap" gap="xs">
      <ProjectSwitcher state={state} />
      <Group gap="md" wrap="nowrap">
        {state.project.kind === 'live' && <VaultButton />}
        <TreasuryMenu state={state} />
        {networks.slice(0, shown).map((network) => (
          <NetworkDot key={network.chain} network={network} />
        ))}
        <NetworksLeft networks={networks.slice(shown)} />
      </Group>
    </Group>
  )
}

/** Networks that have something to say, those that are down first. */
function inUse({ treasuries, networks }: AppState): AppState['networks'] {
  const used = new Set(treasuries.map(({ chain }) => chain))
  return networks
    .filter((network) => used.has(network.chain) || isInUse(network))
    .toSorted((one, other) => Number(other.state === 'down') - Number(one.state === 'down'))
}
