import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { z } from 'zod'

/**
 * Passkeys of the person who is signed in: `GET /app/me/passkeys` → `passkey[]`; `POST /app/me/passkeys/options` → `passkeyOffer`, for the
 * browser, and `POST /app/me/passkeys` with `passkeyMade` → `passkey[]`; `DELETE /app/me/passkeys/{id}` → `passkey[]`. Signing in:
 * `POST /app/login/passkey/options` → `passkeyRequest`, and `POST /app/login/passkey` with `passkeyAnswer` → `session`.
 */
export const passkey = z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() })
export type Passkey = z.infer<typeof passkey>

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
/** WebAuthn's options in JSON, passed on to the browser. */
export const passkeyOffer = z.custom<PublicKeyCredentialCreationOptionsJSON>(isObject)
export const passkeyRequest = z.custom<PublicKeyCredentialRequestOptionsJSON>(isObject)

const bytes = z.base64url().max(20_000)
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') }
const clientExtensionResults = z.object({}).default({})
/** The credential that the browser made, and the person's name for it. */
export const passkeyMade = z.object({
  name: z.string().trim().min(1).max(60),
  response: z.object({
    ...credential,
    clientExtensionResults,
    response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
  }),
})
export type PasskeyMade = z.infer<typeof passkeyMade>

/** The browser's assertion. */
export const passkeyAnswer = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>
