/** Asking for lines of input, shown or hidden while the person types. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError, exitCodes } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

/** Questions to standard input: a person, or a program that writes one line for each question, answers them. */
export interface Lines {
  /** The next line, without its end. @throws CommandError `input.ended`, or with exit code 130 when the person stops */
  ask(question: string, how?: { hidden: boolean }): Promise<string>
  close(): void
}

/** Opens standard input for questions. Only one `Lines` may be open at a time, because it reads ahead. */
export function openLines(terminal: Terminal, stop: AbortSignal): Lines {
  let hidden = false
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) terminal.stream.write(chunk)
      done()
    },
  })
  // In a terminal, readline edits the line, so that this program decides whether it is shown.
  const isTerminal = process.stdin.isTTY === true
  const lines = createInterface({ input: process.stdin, output: shown, terminal: isTerminal })
  const read: string[] = []
  let ended: CommandError | undefined
  let waiting: { resolve(line: string): void; reject(error: CommandError): void } | undefined

  const end = (error: CommandError): void => {
    ended ??= error
    waiting?.reject(ended)
    waiting = undefined
  }
  const interrupted = (): void => end(new CommandError('interrupted', 'Stopped.', exitCodes.interrupted))
  lines.on('line', (line) => {
    if (waiting === undefined) read.push(line)
    else waiting.resolve(line)
    waiting = undefined
  })
  lines.on('close', () =>
    end(new CommandError('input.ended', 'Nothing came on standard input: type it, or write it there.')),
  )
  lines.on('SIGINT', interrupted)
  stop.addEventListener('abort', interrupted)

  return {
    async ask(question, how) {
      terminal.stream.write(`${question} `)
      hidden = how?.hidden === true
      try {
        const next = read.shift()
        if (next !== undefined) return next
        if (ended !== undefined) throw ended
        return await new Promise<string>((resolve, reject) => {
          waiting = { resolve, reject }
        })
      } finally {
        hidden = false
        // The line end of a hidden or piped line was not shown.
        if (how?.hidden === true || !isTerminal) terminal.stream.write('\n')
      }
    },
    close() {
      stop.removeEventListener('abort', interrupted)
      lines.removeAllListeners('close')
      lines.close()
      process.stdin.unref?.()
    },
  }
}
