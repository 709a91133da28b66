import { z } from 'zod'
import { time } from './units.ts'

/**
 * The vault of the live projects' seed. `GET /app/vault` → `vaultState`; `POST /app/vault` with `vaultRequest` creates it → `vaultWords`;
 * `POST /app/vault/restore` with `restoreRequest`, `…/passphrase` with `passphraseRequest` → `vaultSignedOut`; `…/unlock` with `unlockRequest`,
 * `…/lock`, `…/backup` with `backupRequest` → `vaultState`; `…/words` with `{passphrase}` → `vaultWords`; `PUT /app/vault/keychain` with
 * `keychainRequest` → `vaultState`.
 */
export const vaultState = z.object({
  /** `none`: no vault yet; `refused`: the vault cannot be used; `environment`: the seed comes from MINTDESK_LIVE_SEED. */
  state: z.enum(['none', 'refused', 'environment', 'locked', 'open']),
  /** Why live projects cannot mint now, with the cure; null when they can. */
  message: z.string().nullable(),
  /** Whether a person proved that they wrote the words down. */
  backedUp: z.boolean(),
  createdAt: time.nullable(),
  /** The places (1 to 24) of the words that `backup` asks for; null before the words were shown. */
  asks: z.array(z.int()).nullable(),
  keychain: z.object({
    /** Why the system's keychain cannot be used here; null when it can. */
    unavailable: z.string().nullable(),
    /** Whether the keychain may open the vault. */
    on: z.boolean(),
  }),
  /** The live projects with their indices in the seed, for the backup sheet. */
  projects: z.array(z.object({ name: z.string(), index: z.int() })),
})
export type VaultState = z.infer<typeof vaultState>
/** The answer to a change of the passphrase, which ends the sessions of all windows. */
export const vaultSignedOut = vaultState.extend({
  /** A ticket for the calling window; null if no session ended, for the command line, or if that window was signed out meanwhile. */
  ticket: z.string().nullable(),
})
export type VaultSignedOut = z.infer<typeof vaultSignedOut>

/** Ours, characters: NIST SP 800-63B requires at least 8 where guesses are limited; on a stolen vault file they are not. */
export const shortestPassphrase = 10

/** An existing passphrase, of any length: the minimum may have been shorter when it was set. */
const passphrase = z.string().min(1, 'Type the passphrase.').max(1_000)
/** A new passphrase. */
const newPassphrase = z
  .string()
  .min(shortestPassphrase, `A passphrase here has at least ${shortestPassphrase} characters: take a few words.`)
  .max(1_000)

export const vaultRequest = z.object({ passphrase: newPassphrase, keychain: z.boolean().default(false) })
export const restoreRequest = vaultRequest.extend({ words: z.string().max(2_000) })
export const vaultWords = z.object({ vault: vaultState, words: z.array(z.string()) })
export type VaultWords = z.infer<typeof vaultWords>
/** Unlocks with the passphrase, or with the keychain. */
export const unlockRequest = z.union([z.object({ passphrase }), z.object({ keychain: z.literal(true) })])
export type UnlockRequest = z.infer<typeof unlockRequest>
export const wordsRequest = z.object({ passphrase })
export const passphraseRequest = z.object({ passphrase, next: newPassphrase })
export const backupRequest = z.object({
  answers: z.array(z.object({ place: z.int(), word: z.string().max(40) })).max(24),
})
export const keychainRequest = z.union([
  z.object({ on: z.literal(true), passphrase }),
  z.object({ on: z.literal(false) }),
])
export type KeychainRequest = z.infer<typeof keychainRequest>
