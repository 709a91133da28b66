/** The system's keychain, which Electron offers in its main process alone. The core asks it over the channel of core-messages.ts. */
import type { SafeStorage } from 'electron'
import type { KeychainAsk } from '../shared/core-messages.ts'

/** What is used of `safeStorage`. */
type Storage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

/** Linux's backends that protect nothing: `basic_text` seals with a password that is in Electron's sources. */
const worthless: ReadonlySet<string> = new Set(['basic_text', 'unknown'])

/**
 * Answers the core's questions for the keychain. What is sealed is base64 of a key, never a person's words.
 * @param platform `process.platform`
 */
export function keychainAnswers(
  storage: Storage,
  platform: string,
): (ask: KeychainAsk['ask'], value: string) => Promise<string> {
  const unavailable = async (): Promise<string> => {
    if (platform === 'linux' && worthless.has(storage.getSelectedStorageBackend()))
      return 'This desktop has no keychain that protects anything (GNOME Keyring or KWallet would): the passphrase opens the vault.'
    if (await storage.isAsyncEncryptionAvailable()) return ''
    return 'The keychain of this computer is locked or cannot be used: the passphrase opens the vault.'
  }
  return async (ask, value) => {
    const why = await unavailable()
    if (ask === 'state') return why
    if (why !== '') throw new Error(why)
    if (ask === 'wrap') return (await storage.encryptStringAsync(value)).toString('base64')
    return (await storage.decryptStringAsync(Buffer.from(value, 'base64'))).result
  }
}
