/** Asking the person at the terminal. */
import { createInterface } from 'node:readline'
import type { Terminal } from '../terminal.ts'

/** Asks a yes-or-no question. Anything but a yes counts as no, also the end of the input. */
export function confirm(terminal: Terminal, question: string, stop: AbortSignal): Promise<boolean> {
  // The terminal stays in its own line mode, so that Ctrl+C raises SIGINT as usual.
  const lines = createInterface({ input: process.stdin, output: terminal.stream, terminal: false })
  return new Promise((resolve) => {
    const answer = (yes: boolean): void => {
      stop.removeEventListener('abort', refuse)
      lines.removeAllListeners('close')
      lines.close()
      process.stdin.unref?.()
      resolve(yes)
    }
    const refuse = (): void => {
      terminal.stream.write('\n')
      answer(false)
    }
    stop.addEventListener('abort', refuse)
    lines.once('line', (line) => answer(/^\s*y(es)?\s*$/i.test(line)))
    lines.once('close', refuse)
    terminal.stream.write(`${question} [y/N] `)
  })
}
