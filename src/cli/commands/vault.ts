import { type VaultState, type VaultWords, vaultState } from '../../shared/app-api.ts'
import type { AppClient } from '../../shared/app-client.ts'
import { CallError } from '../../shared/http-client.ts'
import { type Lines, openLines } from '../ask/ask-lines.ts'
import { newPassphrase, passphraseIn, passphraseOf } from '../ask/passphrase.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { facts } from '../table.ts'

/** Shows whether there is a vault, and whether it is locked and backed up. */
export async function showVault(context: Context): Promise<ExitCode> {
  const { terminal } = context
  return withApi(context, async (api) => {
    const state = await api.vault()
    terminal.result(state, linesOf(state, terminal.columns))
    return exitCodes.done
  })
}

/** Makes the vault, shows its words once, and asks the person for three of them. */
export async function createVault(context: Context): Promise<ExitCode> {
  return asking(context, async (api, lines) => {
    const made = await api.createVault(await newPassphrase(context.passphrase, lines))
    return showAndAsk(
      context,
      api,
      lines,
      made,
      'The vault is made. These are its 24 words; write them on paper, in this order:',
    )
  })
}

/** Shows the words again, after asking for the passphrase, and asks for three of them. */
export async function backUpVault(context: Context): Promise<ExitCode> {
  return asking(context, async (api, lines) => {
    const shown = await api.vaultWords(await passphraseOf(context, lines))
    return showAndAsk(context, api, lines, shown, 'The 24 words of the vault; write them on paper, in this order:')
  })
}

export async function restoreVault(context: Context): Promise<ExitCode> {
  return asking(context, async (api, lines) => {
    const words = await lines.ask('The 24 words, in one line:', { hidden: true })
    const state = vaultState.parse(await api.restoreVault(words, await newPassphrase(context.passphrase, lines)))
    context.terminal.result(state, ['The vault is restored.', ...linesOf(state, context.terminal.columns)])
    return exitCodes.done
  })
}

export async function unlockVault(context: Context): Promise<ExitCode> {
  return asking(
    context,
    async (api, lines) => {
      const state = await api.unlockVault({ passphrase: await passphraseOf(context, lines) })
      context.terminal.result(state, ['The vault is unlocked: what waited for it goes on.'])
      return exitCodes.done
    },
    'running',
  )
}

export async function lockVault(context: Context): Promise<ExitCode> {
  return asking(
    context,
    async (api) => {
      const state = await api.lockVault()
      context.terminal.result(state, ['The vault is locked: live projects wait until it is unlocked.'])
      return exitCodes.done
    },
    'running',
  )
}

/** Changes the passphrase; the words stay the same. */
export async function changePassphrase(
  context: Context,
  { newPassphraseFile }: { newPassphraseFile?: string },
): Promise<ExitCode> {
  return asking(context, async (api, lines) => {
    const given = newPassphraseFile === undefined ? undefined : passphraseIn(newPassphraseFile)
    const old = await passphraseOf(context, lines)
    const state = vaultState.parse(await api.changePassphrase(old, await newPassphrase(given, lines)))
    context.terminal.result(state, [
      'The passphrase is changed. Copies of the data folder that were made before still open with the old one.',
    ])
    return exitCodes.done
  })
}

/** Calls `work` with the core and standard input. With `running`, another core must run: a core of this command would end with it. */
async function asking(
  context: Context,
  work: (api: AppClient, lines: Lines) => Promise<ExitCode>,
  needs?: 'running',
): Promise<ExitCode> {
  return withApi(context, async (api, { own }) => {
    if (own && needs === 'running')
      throw new CommandError(
        'core.absent',
        `No Mintdesk runs on ${context.dataDir}, so nothing is locked or unlocked: start it with ${context.typed('serve')}, or give other commands --passphrase-file.`,
      )
    const lines = openLines(context.terminal, context.stop)
    try {
      return await work(api, lines)
    } finally {
      lines.close()
    }
  })
}

async function showAndAsk(
  context: Context,
  api: AppClient,
  lines: Lines,
  { words, vault }: VaultWords,
  title: string,
): Promise<ExitCode> {
  const { terminal, typed } = context
  const sheet = [
    title,
    '',
    ...wordLines(words),
    '',
    ...projectLines(vault),
    'Whoever has these words has everything in these projects. Keep them off computers, photos and clouds.',
  ]
  if (terminal.canAsk && !terminal.json) await showOnPage(terminal, lines, sheet)
  else terminal.result({ words, projects: vault.projects }, sheet)
  const state = await confirm(terminal, api, lines, vault.asks ?? [])
  terminal.note(
    state?.backedUp
      ? 'That is right: the seed is backed up, and live projects can mint.'
      : `The seed is not backed up yet, and live projects cannot mint before: ${typed('vault backup')}`,
  )
  return exitCodes.done
}

/** Shows lines on the terminal's alternate screen, so that they leave no scrollback and the person cannot copy the answers from it. */
async function showOnPage(terminal: Context['terminal'], lines: Lines, sheet: readonly string[]): Promise<void> {
  // xterm's private mode 1049: the alternate screen, which is discarded on leaving.
  terminal.stream.write('\x1b[?1049h\x1b[H')
  try {
    for (const line of [...sheet, '']) terminal.say(line)
    await lines.ask('Press Enter when they are on paper.', { hidden: true })
  } finally {
    terminal.stream.write('\x1b[?1049l')
  }
}

/** Asks for the words at these places until they are right; undefined if the input ends. */
async function confirm(
  terminal: Context['terminal'],
  api: AppClient,
  lines: Lines,
  places: readonly number[],
): Promise<VaultState | undefined> {
  for (;;) {
    const answers: { place: number; word: string }[] = []
    try {
      for (const place of places) answers.push({ place, word: await lines.ask(`Word ${place}, from your paper:`) })
    } catch (error) {
      if (error instanceof CommandError && error.code === 'input.ended') return undefined
      throw error
    }
    try {
      return await api.confirmBackup(answers)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'vault.backup') throw error
      terminal.note(error.message)
    }
  }
}

/** Six lines of four words, each with its place, in columns to be read downwards. */
function wordLines(words: readonly string[]): string[] {
  const rows = words.length / 4
  return Array.from({ length: rows }, (_, row) =>
    [0, 1, 2, 3]
      .map((column) => column * rows + row)
      .map((at) => `${String(at + 1).padStart(4)}  ${(words[at] ?? '').padEnd(10)}`)
      .join('')
      .trimEnd(),
  )
}

/** Each project's place in the seed: its keys are derived from the words and this place. */
function projectLines({ projects }: VaultState): string[] {
  if (projects.length === 0) return []
  return [
    'Write these beside them, as the places of the live projects in the seed:',
    ...projects.map(({ name, index }) => `  ${index}  ${name}`),
    '',
  ]
}

const words = {
  none: 'There is none yet.',
  refused: 'It cannot be used.',
  environment: 'None: the seed comes from MINTDESK_LIVE_SEED.',
  locked: 'Locked.',
  open: 'Unlocked.',
} as const

function linesOf({ state, message, backedUp, keychain, projects }: VaultState, width: number): string[] {
  const isThere = state === 'locked' || state === 'open'
  return facts(
    [
      ['vault', words[state]],
      ...(isThere ? [['backed up', backedUp ? 'yes' : 'no'] as [string, string]] : []),
      ...(isThere ? [['keychain', keychain.on ? 'opens it too' : 'not used'] as [string, string]] : []),
      ...projects.map(({ name, index }): [string, string] => [`project ${index}`, name]),
      ...(message === null ? [] : [['so', message] as [string, string]]),
    ],
    width,
  )
}
