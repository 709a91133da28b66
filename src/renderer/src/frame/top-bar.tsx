import { Group, Skeleton, Text, Tooltip } from '@mantine/core'
import { useAppState } from '../api/context.tsx'
import { coins } from '../ui/format.ts'
import { NetworkDot } from '../ui/network-dot.tsx'
import { PracticeBadge } from '../ui/practice-badge.tsx'
import { useSlow } from '../ui/use-slow.ts'

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
  const practice = state.project.kind === 'practice'
  const used = new Set(state.treasuries.map(({ chain }) => chain))
  const networks = state.networks.filter(
    ({ chain, state: now }) => used.has(chain) || now === 'up' || now === 'starting' || now === 'down',
  )
  return (
    <Group h="100%" px="lg" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap">
        {practice && <PracticeBadge />}
        {(!practice || state.project.name.toLowerCase() !== 'practice') && (
          <Text fw={600} truncate maw={220}>
            {state.project.name}
          </Text>
        )}
      </Group>
      <Group gap="lg" wrap="nowrap">
        {state.treasuries.slice(0, 3).map((treasury) => (
          <Tooltip key={treasury.chain} label={`Treasury on ${treasury.chain}: ${treasury.address}`} maw={480}>
            <Text size="sm" tabIndex={0} style={{ whiteSpace: 'nowrap' }}>
              Treasury <b>{coins(treasury.balance, treasury.decimals)}</b> {treasury.symbol}
            </Text>
          </Tooltip>
        ))}
        {networks.slice(0, 3).map((network) => (
          <NetworkDot key={network.chain} network={network} />
        ))}
      </Group>
    </Group>
  )
}
