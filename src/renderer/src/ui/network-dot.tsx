import { Group, Text, Tooltip } from '@mantine/core'
import type { Network } from '../../../shared/app-api.ts'
import classes from './network-dot.module.css'

const words: Record<Network['state'], string> = { idle: 'ready', starting: 'starting', up: 'up', down: 'down' }
const explanations: Record<Network['state'], string> = {
  idle: 'starts by itself at its first use',
  starting: 'is being started',
  up: 'is up',
  down: 'is down',
}

/** A network's name, its state as a dot and as a word, and why it is down. */
export function NetworkDot({ network }: { network: Network }) {
  const practice = network.kind === 'practice' ? ' (practice)' : ''
  return (
    <Tooltip label={`${network.label}${practice} ${explanations[network.state]}. ${network.reason ?? ''}`}>
      <Group gap={6} wrap="nowrap" tabIndex={0}>
        <span className={classes.dot} data-state={network.state} aria-hidden="true" />
        <Text size="sm" component="span" className={classes.words}>
          {network.label} {words[network.state]}
        </Text>
      </Group>
    </Tooltip>
  )
}
