import { Group, Text, Tooltip } from '@mantine/core'
import type { Network } from '../../../../shared/app-api.ts'
import classes from './network-dot.module.css'
import { type ShownState, shownState, whyNot } from './network-state.ts'

const words: Record<ShownState, string> = { idle: 'ready', starting: 'starting', up: 'up', slow: 'slow', down: 'down' }
const explanations: Record<ShownState, string> = {
  idle: 'starts by itself at its first use',
  starting: 'is being started',
  up: 'is up',
  slow: 'answers slowly',
  down: 'is down',
}

/** A network's name, its state as a dot and as a word, and why it is down or what else there is to know. */
export function NetworkDot({ network }: { network: Network }) {
  const state = shownState(network)
  const lacking = network.needs !== undefined
  const practice = network.kind === 'practice' ? ' (practice)' : ''
  return (
    <Tooltip
      label={`${network.label}${practice} ${lacking ? 'cannot start yet' : explanations[state]}. ${whyNot(network)}`}
    >
      <Group gap={6} wrap="nowrap" tabIndex={0}>
        <span className={classes.dot} data-state={state} aria-hidden="true" />
        <Text size="sm" component="span" className={classes.words}>
          {network.label} {lacking ? `needs ${network.needs}` : words[state]}
        </Text>
      </Group>
    </Tooltip>
  )
}
