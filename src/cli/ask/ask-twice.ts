/** Questions before an action that cannot be undone. */
import { CallError } from '../../shared/http-client.ts'
import type { Context } from '../context.ts'
import { CommandError } from '../failure.ts'
import { openLines } from './ask-lines.ts'
import { passphraseOf } from './passphrase.ts'

/** The part of a context that questions need. */
export type Asker = Pick<Context, 'terminal' | 'stop' | 'passphrase'>

/** The address, typed a second time. @throws CommandError `address.again` if no person can be asked */
export async function askAgain({ terminal, stop }: Asker): Promise<string> {
  if (!terminal.canAsk)
    throw new CommandError('address.again', 'Type the address a second time: --again <address>. Nothing was done.')
  const lines = openLines(terminal, stop)
  try {
    return await lines.ask('The address again, from where you have it:')
  } finally {
    lines.close()
  }
}

/** Calls `act`, and if the core then wants the vault's passphrase, asks for it and calls `act` again. So `act` itself must ask nothing. */
export async function withPassphrase<Result>(
  context: Asker,
  act: (passphrase: { passphrase?: string }) => Promise<Result>,
): Promise<Result> {
  const { passphrase, terminal, stop } = context
  try {
    return await act(passphrase === undefined ? {} : { passphrase })
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'vault.passphrase') throw error
    if (passphrase !== undefined || !terminal.canAsk) throw error
    const lines = openLines(terminal, stop)
    try {
      return await act({ passphrase: await passphraseOf(context, lines) })
    } finally {
      lines.close()
    }
  }
}
