import { z } from 'zod'

/** What a person may do: look; also mint, correct and hand over; everything. */
export const roles = ['viewer', 'minter', 'admin'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

/** What a route of `/app` asks of whoever calls it; each role has those of the one before. */
export type Right = 'read' | 'mint' | 'admin'
const rightsOf: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['read'],
  minter: ['read', 'mint'],
  admin: ['read', 'mint', 'admin'],
}

/** Whether a role may do what asks for a right. */
export function mayDo(role: Role, right: Right): boolean {
  return rightsOf[role].includes(right)
}

/** A name to sign in with: lower case. An e-mail address is one. */
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
 * `GET /app/people` → `person[]`; `POST /app/people` → `invitation`; `POST /app/people/{name}/link` → `invitation`, a new link in place of
 * password, codes and passkeys; `PATCH /app/people/{name}` with `rolePatch` → `person`; `DELETE /app/people/{name}` → 204.
 */
export const person = z.object({
  name: z.string(),
  role,
  /** Whether the person has set a password; until then only the link lets in. */
  isReady: z.boolean(),
  /** Until when the link that was made last lets in; null: it was used, or has expired. */
  linkEndsAt: time.nullable(),
  passkeys: z.int(),
  createdAt: time,
  /** When the person last signed in. */
  seenAt: time.nullable(),
})
export type Person = z.infer<typeof person>
/** `publicUrl`: what the link begins with; else where people last signed in. */
export const linkRequest = z.object({ publicUrl: z.string().max(300).optional() })
export const personRequest = linkRequest.extend({ name: personName, role })
export const rolePatch = z.object({ role })
export const invitation = z.object({ person, link: z.string() })
export type Invitation = z.infer<typeof invitation>

/** Who is signed in, in `AppState`; null: whoever sits at this computer, who may do everything. */
export const signedIn = z.object({ name: z.string(), role })
export type SignedIn = z.infer<typeof signedIn>

/** `GET /app/login` (needs no session): whether people sign in here. */
export const loginState = z.object({
  /** The public address; null: this Mintdesk is no server. */
  address: z.string().nullable(),
  /** Whether this request came by it. */
  isHere: z.boolean(),
})
export type LoginState = z.infer<typeof loginState>

const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'A code has six digits.'))
/** Ours: as NIST SP 800-63B asks for at the least where a second factor is used is 8; more is better. */
export const newPassword = z.string().min(12, 'A password has 12 characters or more.').max(200)

/** `POST /app/login` → `session`. */
export const loginRequest = z.object({
  name: z.string().trim().toLowerCase().max(64),
  password: z.string().max(200),
  code,
})
export type LoginRequest = z.input<typeof loginRequest>

/** `POST /app/login/link` with the secret of a link → whom it is for, and what goes into the authenticator app. Uses nothing up. */
export const linkSecret = z.object({ link: z.string().min(20).max(100) })
export const linkOffer = z.object({ name: z.string(), role, totpUri: z.string(), totpSecret: z.string() })
export type LinkOffer = z.infer<typeof linkOffer>
/** `POST /app/login/accept` → `session`: sets the password, once. */
export const acceptRequest = linkSecret.extend({ password: newPassword, code })
export type AcceptRequest = z.input<typeof acceptRequest>
