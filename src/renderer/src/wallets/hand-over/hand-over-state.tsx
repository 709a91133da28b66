import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClockPause,
  IconPlayerPause,
  IconPlayerPlay,
  IconSearch,
} from '@tabler/icons-react'
import type { HandOver } from '../../../../shared/app-api.ts'
import { StateBadge } from '../../ui/state-badge.tsx'

const words = {
  checking: { word: 'Checking', color: 'blue', Icon: IconSearch },
  checked: { word: 'Not begun', color: 'gray', Icon: IconClockPause },
  failed: { word: 'Cannot be read', color: 'red', Icon: IconAlertTriangle },
  running: { word: 'Moving', color: 'blue', Icon: IconPlayerPlay },
  waiting: { word: 'Waiting', color: 'yellow', Icon: IconClockPause },
  paused: { word: 'Paused', color: 'gray', Icon: IconPlayerPause },
  cancelled: { word: 'Cancelled', color: 'gray', Icon: IconCircleMinus },
  finished: { word: 'Finished', color: 'green', Icon: IconCircleCheck },
} as const satisfies Record<HandOver['state'], unknown>

/** A hand-over's state as a word, an icon and a colour. */
export function HandOverState({ handOver }: { handOver: HandOver }) {
  const partly = handOver.state === 'finished' && handOver.nfts.failed > 0
  const look = partly
    ? { word: 'Finished, some stayed', color: 'yellow', Icon: IconAlertTriangle }
    : words[handOver.state]
  return <StateBadge {...look} />
}
