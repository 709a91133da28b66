import { type KeychainRequest, type UnlockRequest, vaultSignedOut, vaultState, vaultWords } from '../app-api.ts'
import type { Caller } from '../http-client.ts'

/** The vault of the live projects' seed. */
export function vaultCalls({ get }: Caller) {
  return {
    vault: () => get(vaultState, '/app/vault'),
    /** `keychain`: whether the system's keychain may open the vault, too. */
    createVault: (passphrase: string, keychain = false) =>
      get(vaultWords, '/app/vault', { method: 'POST', json: { passphrase, keychain } }),
    restoreVault: (words: string, passphrase: string, keychain = false) =>
      get(vaultSignedOut, '/app/vault/restore', { method: 'POST', json: { words, passphrase, keychain } }),
    vaultWords: (passphrase: string) => get(vaultWords, '/app/vault/words', { method: 'POST', json: { passphrase } }),
    confirmBackup: (answers: { place: number; word: string }[]) =>
      get(vaultState, '/app/vault/backup', { method: 'POST', json: { answers } }),
    unlockVault: (by: UnlockRequest) => get(vaultState, '/app/vault/unlock', { method: 'POST', json: by }),
    lockVault: () => get(vaultState, '/app/vault/lock', { method: 'POST' }),
    changePassphrase: (passphrase: string, next: string) =>
      get(vaultSignedOut, '/app/vault/passphrase', { method: 'POST', json: { passphrase, next } }),
    setKeychain: (request: KeychainRequest) => get(vaultState, '/app/vault/keychain', { method: 'PUT', json: request }),
  }
}
