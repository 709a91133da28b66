/** Six-digit codes of authenticator apps (RFC 6238); the library is loaded when somebody signs in. */

const issuer = 'Mintdesk'
/** Seconds; the period that every authenticator app assumes. */
const period = 30

/** A new secret, base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ size: 20 }).base32
}

/** The URI that an authenticator app reads, as text or from a QR code. */
export async function totpUri(secret: string, name: string, host: string): Promise<string> {
  return (await totpOf(secret, `${name} at ${host}`)).toString()
}

/**
 * The time step that a code belongs to: the present one, or one earlier or later, since clocks differ; undefined: none of these.
 * @param now milliseconds since 1970
 */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | undefined> {
  const totp = await totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / 1_000 / period) + delta
}

async function totpOf(secret: string, label: string) {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })
}
