/** Where a command writes: standard output; with `--json`, JSON there, and text for the person on standard error. */
import { plain } from './table.ts'
import { asTyped, type Typed } from './typed.ts'

export interface Terminal {
  readonly json: boolean
  /** The stream for text for people. */
  readonly stream: NodeJS.WriteStream
  /** The most columns that a table may take. */
  readonly columns: number
  /** Whether `stream` is a terminal, so that a bar can be drawn on it. */
  readonly live: boolean
  /** Whether a person can be asked. */
  readonly canAsk: boolean
  /** Writes a line for a person. */
  say(line?: string): void
  /** Writes a remark for a person, which is no result: always to standard error. */
  note(line: string): void
  /** Writes the command's result: `lines` for a person, or with `--json` the one object. */
  result(object: object, lines: readonly string[]): void
}

const usualColumns = 80
/** Ours: longer lines are hard to read, even in a wide window. */
const mostColumns = 120

/**
 * @param json whether `--json` was given
 * @param typed formats the commands that sentences of the core name; JSON keeps them as the core says them
 */
export function openTerminal(json: boolean, typed: Typed): Terminal {
  const stream = json ? process.stderr : process.stdout
  const write = (to: NodeJS.WriteStream, line: string): void => {
    to.write(`${plain(asTyped(line, typed))}\n`)
  }
  return {
    json,
    stream,
    columns: Math.min(stream.columns || usualColumns, mostColumns),
    live: stream.isTTY === true,
    canAsk: stream.isTTY === true && process.stdin.isTTY === true,
    say: (line = '') => write(stream, line),
    note: (line) => write(process.stderr, line),
    result(object, lines) {
      if (json) process.stdout.write(`${JSON.stringify(object)}\n`)
      else for (const line of lines) write(process.stdout, line)
    },
  }
}
