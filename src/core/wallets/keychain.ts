/** The system's keychain, as far as the core uses it. Only the desktop shell has one (src/main/keychain.ts). */
export interface Keychain {
  /** Why it cannot be used here, as a sentence for a person; null when it can. */
  unavailable(): Promise<string | null>
  /** Seals bytes so that this person on this computer alone opens them; what comes out may be stored anywhere. */
  wrap(secret: Uint8Array): Promise<Uint8Array>
  /** Opens what `wrap` sealed. May ask the person. @throws Error when the keychain does not open it */
  unwrap(sealed: Uint8Array): Promise<Buffer>
}

/** Where there is no desktop shell: a server, the command line, a test. */
export const noKeychain: Keychain = {
  unavailable: () =>
    Promise.resolve(
      'The keychain of this computer is used by the desktop app alone: here the passphrase opens the vault.',
    ),
  wrap: () => Promise.reject(new Error('there is no keychain here')),
  unwrap: () => Promise.reject(new Error('there is no keychain here')),
}
