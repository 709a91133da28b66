import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { z } from 'zod'

/**
 * Of who is signed in: `GET /app/me/passkeys` → `passkey[]`; `POST /app/me/passkeys/options` → `passkeyOffer`, for the browser, and
 * `POST /app/me/passkeys` with what it made → `passkey[]`; `DELETE /app/me/passkeys/{id}` → `passkey[]`. Signing in:
 * `POST /app/login/passkey/options` → `passkeyRequest`, and `POST /app/login/passkey` with what the browser answers → `session`.
 */
export const passkey = z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() })
export type Passkey = z.infer<typeof passkey>

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
/** As WebAuthn has them, in JSON: the browser reads them. */
export const passkeyOffer = z.custom<PublicKeyCredentialCreationOptionsJSON>(isObject)
export const passkeyRequest = z.custom<PublicKeyCredentialRequestOptionsJSON>(isObject)

const bytes = z.base64url().max(20_000)
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key') }
const clientExtensionResults = z.object({}).default({})
/** What the browser made, and what the person calls it. */
export const passkeyMade = z.object({
  name: z.string().trim().min(1).max(60),
  response: z.object({
    ...credential,
    clientExtensionResults,
    response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
  }),
})
export type PasskeyMade = z.infer<typeof passkeyMade>

/** What the browser answers. */
export const passkeyAnswer = z.object({
  ...credential,
  clientExtensionResults,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>
