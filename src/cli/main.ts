import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommanderError } from 'commander'
import { z } from 'zod'
import { passphraseIn } from './ask/passphrase.ts'
import { dataDirOf } from './context.ts'
import { type ExitCode, exitCodes, tell } from './failure.ts'
import { createProgram } from './program.ts'
import { openTerminal } from './terminal.ts'
import { typer } from './typed.ts'

/** ms. For one Ctrl+C, the command gets a signal from the terminal and another from npm: within this time they count as one. */
const sameStop = 1_000

/**
 * Runs the command line of this process, and ends it with the exit code.
 * @param root the root of the checkout or the package, which holds package.json, out/ and resources/
 */
export async function main(root: string): Promise<void> {
  // A reader that closes the pipe (`| head`) wants no more output.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(exitCodes.failed))
  const code = await run(root, process.argv.slice(2))
  await Promise.all([process.stdout, process.stderr].map(drained))
  process.exit(code)
}

async function run(root: string, args: readonly string[]): Promise<ExitCode> {
  const stop = stopSignal()
  let code: ExitCode = exitCodes.done
  let typed = typer(undefined, process.env)
  const program = createProgram({
    version: versionOf(root),
    open: ({ data, project, json = false, passphraseFile }) => {
      typed = typer(data, process.env, project)
      return {
        terminal: openTerminal(json, typed),
        stop,
        project,
        dataDir: dataDirOf(data, process.env),
        root,
        version: versionOf(root),
        passphrase: passphraseFile === undefined ? process.env.MINTDESK_PASSPHRASE : passphraseIn(passphraseFile),
        typed,
      }
    },
    ended: (ended) => {
      code = ended
    },
  })
  if (args.length === 0) {
    program.outputHelp({ error: true })
    return exitCodes.failed
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    // Help and version are no failures. Commander has already printed what was wrong with the arguments.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    const failure = tell(error)
    const terminal = openTerminal(args.includes('--json'), typed)
    const parts = failure.details.length > 0 ? { details: failure.details } : {}
    if (terminal.json) terminal.result({ error: true, code: failure.code, message: failure.message, ...parts }, [])
    if (!(error instanceof CommanderError)) {
      // The details are listed below.
      terminal.note(
        failure.details.length > 0 ? failure.message.replace(/, each named in details; .*$/s, ':') : failure.message,
      )
      for (const { path, message } of failure.details) terminal.note(`  ${path}: ${message}`)
    }
    return failure.exitCode
  }
}

/** Aborts at the first Ctrl+C or SIGTERM. A second one ends the process at once, which is safe because of the journal. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  let first = 0
  const onSignal = (): void => {
    if (!stop.signal.aborted) {
      first = performance.now()
      stop.abort()
    } else if (performance.now() - first > sameStop) process.exit(exitCodes.interrupted)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return stop.signal
}

function versionOf(root: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}
