/** Where the vault's passphrase comes from: a file, the environment, or the person. */
import { readFileSync } from 'node:fs'
import { shortestPassphrase } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { CallError } from '../../shared/http-client.ts'
import type { CoreFacts } from '../connect.ts'
import { CommandError } from '../failure.ts'
import type { Terminal } from '../terminal.ts'
import { type Lines, openLines } from './ask-lines.ts'

/** The first line of a file. @throws the system's error, CommandError `passphrase.empty` */
export function passphraseIn(file: string): string {
  const line = readFileSync(file, 'utf8').split(/\r?\n/, 1)[0] ?? ''
  if (line === '')
    throw new CommandError('passphrase.empty', `The first line of ${file} is empty: write the passphrase there.`)
  return line
}

/** The given passphrase, or else the one that the person types. */
export async function passphraseOf({ passphrase }: Pick<CoreFacts, 'passphrase'>, lines: Lines): Promise<string> {
  return passphrase ?? (await lines.ask('Passphrase of the vault:', { hidden: true }))
}

/** A new passphrase: the given one, or else one that the person types twice. */
export async function newPassphrase(given: string | undefined, lines: Lines): Promise<string> {
  if (given !== undefined) return given
  const first = await lines.ask(`New passphrase (at least ${shortestPassphrase} characters):`, { hidden: true })
  if (first.length < shortestPassphrase)
    throw new CommandError(
      'passphrase.short',
      `A passphrase here has at least ${shortestPassphrase} characters: take a few words.`,
    )
  if ((await lines.ask('The same again:', { hidden: true })) === first) return first
  throw new CommandError('passphrase.differs', 'The two are not the same: begin again.')
}

/** How often a person may mistype before a command gives up. */
const tries = 3

/** Asks for the passphrase if the vault is locked and a person can be asked; for a core that the command opened itself. */
export async function askToUnlock(
  { terminal, stop }: { terminal: Terminal; stop: AbortSignal },
  api: AppClient,
): Promise<void> {
  if (!terminal.canAsk || (await api.vault()).state !== 'locked') return
  const lines = openLines(terminal, stop)
  try {
    for (let left = tries; ; left--) {
      try {
        await api.unlockVault({ passphrase: await lines.ask('Passphrase of the vault:', { hidden: true }) })
        return
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'vault.passphrase' || left <= 1) throw error
        terminal.note(error.message)
      }
    }
  } finally {
    lines.close()
  }
}
