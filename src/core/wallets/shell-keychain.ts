import type { CoreMessage, ShellMessage } from '../../shared/core-messages.ts'
import type { Keychain } from './keychain.ts'

type Answer = Extract<ShellMessage, { type: 'keychain' }>

/** The desktop shell's keychain, over the channel of core-messages.ts. */
export interface ShellKeychain extends Keychain {
  /** Call it with each answer of the shell. */
  answered(answer: Answer): void
}

/** @param send sends a message to the shell */
export function shellKeychain(send: (message: CoreMessage) => void): ShellKeychain {
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0

  async function ask(what: 'state' | 'wrap' | 'unwrap', value: string): Promise<string> {
    const id = ++last
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      send({ type: 'keychain', id, ask: what, value })
    })
    if (answer.ok) return answer.value
    throw new Error('the keychain refused')
  }

  return {
    async unavailable() {
      const why = await ask('state', '').catch(
        () => 'The keychain of this computer does not answer: the passphrase opens the vault.',
      )
      return why === '' ? null : why
    },
    // The keychain takes text: base64 of the bytes.
    wrap: async (secret) => Buffer.from(await ask('wrap', Buffer.from(secret).toString('base64')), 'base64'),
    unwrap: async (sealed) => Buffer.from(await ask('unwrap', Buffer.from(sealed).toString('base64')), 'base64'),
    answered(answer) {
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    },
  }
}
