import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { AppState } from '../../../shared/app-api.ts'
import { useAppState } from '../api/context.tsx'
import { NetworkDot } from '../ui/network/network-dot.tsx'
import { isInUse } from '../ui/network/network-state.ts'
import { useSlow } from '../ui/use-slow.ts'
import { VaultButton } from '../vault/vault-button.tsx'
import { FeeBalanceMenu } from './fee-balance-menu.tsx'
import { NetworksLeft } from './networks-left.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { PersonMenu } from './person-menu.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import classes from './top-bar.module.css'

/** The project, its fee balance, and the states of its networks. */
export function TopBar() {
  const { data: state, isPending } = useAppState()
  const slow = useSlow(isPending)
  // As many networks as fit with their words.
  const roomy = useMediaQuery('(min-width: 1200px)')
  const shown = roomy ? 2 : 0
  if (!state) return <div className={classes.bar}>{slow && <Skeleton height={20} width={160} />}</div>
  const networks = inUse(state)
  return (
    <div className={classes.bar}>
      <ProjectSwitcher state={state} />
      <div className={classes.facts}>
        <PaletteButton />
        {state.project.kind === 'live' && <VaultButton />}
        <FeeBalanceMenu state={state} />
        {networks.slice(0, shown).map((network) => (
          <NetworkDot key={network.chain} network={network} />
        ))}
        <NetworksLeft networks={networks.slice(shown)} all={shown === 0} />
        {state.person && <PersonMenu person={state.person} />}
      </div>
    </div>
  )
}

/** The networks in use, those that are down first. */
function inUse({ treasuries, networks }: AppState): AppState['networks'] {
  const used = new Set(treasuries.map(({ chain }) => chain))
  return networks
    .filter((network) => used.has(network.chain) || isInUse(network))
    .toSorted((one, other) => Number(other.state === 'down') - Number(one.state === 'down'))
}
