import { Progress } from '@mantine/core'
import type { RunCounts } from '../../../shared/app-api.ts'
import { count } from '../ui/format.ts'
import classes from './run-bar.module.css'

const parts = [
  { key: 'succeeded', word: 'minted', color: 'green.7' },
  { key: 'failed', word: 'failed', color: 'red.7' },
  { key: 'sent', word: 'waiting for confirmation', color: 'blue.6' },
  { key: 'prepared', word: 'ready to send', color: 'blue.3' },
  { key: 'cancelled', word: 'cancelled', color: 'gray.5' },
  { key: 'queued', word: 'queued', color: 'transparent' },
] as const

/** The share of a run that has ended, 0…1. */
export function shareDone({ total, succeeded, failed, cancelled }: RunCounts): number {
  return total === 0 ? 1 : (succeeded + failed + cancelled) / total
}

export interface RunBarProps {
  counts: RunCounts
  legend?: boolean
  /** The word for NFTs that succeeded. */
  done?: string
}

/** A run as one bar; with `legend` every part is named and counted below it. */
export function RunBar({ counts, legend = false, done = 'minted' }: RunBarProps) {
  const percent = Math.floor(shareDone(counts) * 100)
  return (
    <div>
      <Progress.Root
        size={legend ? 16 : 8}
        radius="sm"
        role="progressbar"
        aria-label="NFTs done"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {parts
          .filter(({ key }) => counts[key] > 0 && key !== 'queued')
          .map(({ key, color }) => (
            <Progress.Section
              key={key}
              value={(counts[key] / Math.max(1, counts.total)) * 100}
              color={color}
              withAria={false}
            />
          ))}
      </Progress.Root>
      {legend && (
        <ul className={classes.legend}>
          {parts
            .filter(({ key }) => counts[key] > 0 || key === 'succeeded')
            .map(({ key, word, color }) => (
              <li key={key}>
                <span
                  className={classes.swatch}
                  aria-hidden="true"
                  style={{
                    background: color === 'transparent' ? undefined : `var(--mantine-color-${color.replace('.', '-')})`,
                  }}
                />
                <b>{count(counts[key])}</b> {key === 'succeeded' ? done : word}
              </li>
            ))}
        </ul>
      )}
    </div>
  )
}
