/** Shows progress: a bar on a terminal, else a plain line from time to time. */
import { count, duration } from '../shared/format.ts'
import type { Terminal } from './terminal.ts'

export interface Step {
  done: number
  total: number
  /** Text after the numbers, such as `210 a second, 3 s left`. */
  note: string
}

export interface Progress {
  show(step: Step): void
  /** Leaves the last state on screen; nothing is drawn after this. */
  end(): void
}

/** Ours, ms: keeps a log readable. The last line, when all is done, always comes. */
const lineEvery = 2_000

/** @param what the verb after the numbers: `minted`, `checked` */
export async function openProgress(terminal: Terminal, what: string): Promise<Progress> {
  return terminal.live ? await openBar(terminal, what) : openLines(terminal, what)
}

async function openBar(terminal: Terminal, what: string): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress')
  const bar = new cliProgress.SingleBar(
    {
      stream: terminal.stream,
      format: `{bar} {percentage} %  {done} of {all} ${what}{note}`,
      barsize: 24,
      hideCursor: true,
      clearOnComplete: false,
      emptyOnZero: true,
    },
    cliProgress.Presets.shades_classic,
  )
  let open = false
  return {
    show({ done, total, note }) {
      const payload = { done: count(done), all: count(total), note: note === '' ? '' : `  ${note}` }
      if (open) {
        bar.setTotal(total)
        bar.update(done, payload)
      } else bar.start(total, done, payload)
      open = true
    },
    end() {
      if (open) bar.stop()
    },
  }
}

function openLines(terminal: Terminal, what: string): Progress {
  let last: { at: number; line: string } | undefined
  return {
    show(step) {
      const now = performance.now()
      const line = stepLine(step, what)
      const isDone = step.done === step.total
      if (last !== undefined && (last.line === line || (!isDone && now - last.at < lineEvery))) return
      last = { at: now, line }
      terminal.say(line)
    },
    end: () => undefined,
  }
}

/** `420 of 1,000 minted (42 %), 210 a second, 3 s left` */
export function stepLine({ done, total, note }: Step, what: string): string {
  const share = total === 0 ? 100 : Math.floor((done / total) * 100)
  return `${count(done)} of ${count(total)} ${what} (${share} %)${note === '' ? '' : `, ${note}`}`
}

/** `210 a second, 3 s left`; empty while the pace is unknown. */
export function pace(rate: number, secondsLeft: number | null): string {
  const parts = [
    rate >= 1 ? `${count(Math.round(rate))} a second` : '',
    secondsLeft !== null && secondsLeft > 0 ? `${duration(secondsLeft)} left` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
