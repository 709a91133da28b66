import { z } from 'zod'

/** A viewer may look; a minter may also mint, correct and hand over; an admin may do everything. */
export const roles = ['viewer', 'minter', 'admin'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** The right that a route of `/app` requires; each role includes the rights of the role before it. */
export type Right = 'read' | 'mint' | 'admin'
const rightsOf: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['read'],
  minter: ['read', 'mint'],
  admin: ['read', 'mint', 'admin'],
}

/** Whether a role has a right. */
export function mayDo(role: Role, right: Right): boolean {
  return rightsOf[role].includes(right)
}

/** A name to sign in with, in lower case; an e-mail address is valid. */
export const personName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9][a-z0-9._@+-]{0,63}$/,
    'A name has up to 64 letters a–z, digits and . _ @ + -, and begins with a letter or digit.',
  )

const time = z.iso.datetime()

/**
 * `GET /app/people` → `person[]`; `POST /app/people` → `invitation`; `POST /app/people/{name}/link` → `invitation`, a new link that replaces
 * password, codes and passkeys; `PATCH /app/people/{name}` with `rolePatch` → `person`; `DELETE /app/people/{name}` → 204.
 */
export const person = z.object({
  name: z.string(),
  role,
  /** Whether the person has set a password; until then only the link signs in. */
  isReady: z.boolean(),
  /** When the latest link expires; null: it was used, or has expired. */
  linkEndsAt: time.nullable(),
  passkeys: z.int(),
  createdAt: time,
  /** When the person last signed in. */
  seenAt: time.nullable(),
})
export type Person = z.infer<typeof person>
/** `publicUrl`: the link's base URL; default: this server's own address, or else that of the last link. */
export const linkRequest = z.object({ publicUrl: z.string().max(300).optional() })
export const personRequest = linkRequest.extend({ name: personName, role })
export const rolePatch = z.object({ role })
export const invitation = z.object({ person, link: z.string() })
export type Invitation = z.infer<typeof invitation>

/** Who is signed in, in `AppState`; null there: the person at this computer, who may do everything. */
export const signedIn = z.object({ name: z.string(), role })
export type SignedIn = z.infer<typeof signedIn>

/** `GET /app/login` (needs no session): whether people sign in at this Mintdesk. */
export const loginState = z.object({
  /** The server's public address; null: this Mintdesk is no server. */
  address: z.string().nullable(),
  /** Whether this request came through that address. */
  isHere: z.boolean(),
})
export type LoginState = z.infer<typeof loginState>

const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'A code has six digits.'))
/** Ours: NIST SP 800-63B requires at least 8 characters where a second factor is used; more is better. */
export const newPassword = z.string().min(12, 'A password has 12 characters or more.').max(200)

/** `POST /app/login` → `session`. */
export const loginRequest = z.object({
  name: z.string().trim().toLowerCase().max(64),
  password: z.string().max(200),
  code,
})
export type LoginRequest = z.input<typeof loginRequest>

/** `POST /app/login/link` with the secret of a link → whom it is for, and the TOTP secret for the authenticator app. The link stays valid. */
export const linkSecret = z.object({ link: z.string().min(20).max(100) })
export const linkOffer = z.object({ name: z.string(), role, totpUri: z.string(), totpSecret: z.string() })
export type LinkOffer = z.infer<typeof linkOffer>
/** `POST /app/login/accept` → `session`: sets the password, once. */
export const acceptRequest = linkSecret.extend({ password: newPassword, code })
export type AcceptRequest = z.input<typeof acceptRequest>
