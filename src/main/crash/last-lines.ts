/** The last lines of the core's log, kept for a report. */
import type { Readable } from 'node:stream'

/** Ours: enough lines to explain one fault, and they fit a screen. */
const kept = 30
/** Ours: longer lines are cut, characters. */
const longest = 500

export interface LastLines {
  /** Reads a stream and writes it unchanged to `on`. */
  follow(stream: Readable, on: NodeJS.WritableStream): void
  lines(): readonly string[]
}

export function keepLastLines(): LastLines {
  let last: string[] = []
  return {
    follow(stream, on) {
      let rest = ''
      stream.on('data', (data: Buffer) => {
        on.write(data)
        const lines = `${rest}${data.toString('utf8')}`.split('\n')
        rest = (lines.pop() ?? '').slice(-longest)
        last = [...last, ...lines.filter((line) => line.trim() !== '').map((line) => line.slice(0, longest))].slice(
          -kept,
        )
      })
    },
    lines: () => last,
  }
}
