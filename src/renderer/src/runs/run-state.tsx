import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClockPause,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { Run } from '../../../shared/app-api.ts'
import { StateBadge } from '../ui/state-badge.tsx'

/** A run's state as a word, an icon and a colour. */
export function RunState({ run }: { run: Run }) {
  const withFailures = run.state === 'finished' && run.counts.failed > 0
  const look = withFailures
    ? { word: 'Finished, some failed', color: 'yellow', Icon: IconAlertTriangle }
    : {
        running: { word: 'Minting', color: 'blue', Icon: IconPlayerPlay },
        waiting: { word: 'Waiting', color: 'yellow', Icon: IconClockPause },
        paused: { word: 'Paused', color: 'gray', Icon: IconPlayerPause },
        cancelled: { word: 'Cancelled', color: 'gray', Icon: IconCircleMinus },
        finished: { word: 'Finished', color: 'green', Icon: IconCircleCheck },
      }[run.state]
  return <StateBadge {...look} />
}
