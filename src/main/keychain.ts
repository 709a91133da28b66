/** The system's keychain, which Electron offers in its main process only. The core asks it with the messages of core-messages.ts. */
import type { SafeStorage } from 'electron'
import type { KeychainAsk } from '../shared/core-messages.ts'

/** The part of `safeStorage` that is used here. */
type Storage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

/** Linux backends that protect nothing: `basic_text` encrypts with a password that is in Electron's sources. */
const worthless: ReadonlySet<string> = new Set(['basic_text', 'unknown'])

/**
 * Answers the core's questions to the keychain. The keychain encrypts a key in base64, never the 24 words.
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
