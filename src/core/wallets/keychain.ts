/** The system's keychain, as the core uses it. Only the desktop shell has one (src/main/keychain.ts). */
export interface Keychain {
  /** Why it cannot be used here, as a sentence for the person; null when it can. */
  unavailable(): Promise<string | null>
  /** Encrypts bytes so that only this user on this computer can decrypt them; the result may be stored anywhere. */
  wrap(secret: Uint8Array): Promise<Uint8Array>
  /** Decrypts what `wrap` encrypted. The system may ask the person. @throws Error when the keychain refuses */
  unwrap(sealed: Uint8Array): Promise<Buffer>
}

/** Used where there is no desktop shell: on a server, in the command line, in a test. */
export const noKeychain: Keychain = {
  unavailable: () =>
    Promise.resolve(
      'The keychain of this computer is used by the desktop app alone: here the passphrase opens the vault.',
    ),
  wrap: () => Promise.reject(new Error('there is no keychain here')),
  unwrap: () => Promise.reject(new Error('there is no keychain here')),
}
