/** Six-digit codes of authenticator apps (RFC 6238), loaded where somebody signs in. */

const issuer = 'Mintdesk'
/** Seconds; what every authenticator app takes for granted. */
const period = 30

/** A new secret, base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ size: 20 }).base32
}

/** What an authenticator app reads, as text or from a QR code. */
export async function totpUri(secret: string, name: string, host: string): Promise<string> {
  return (await totpOf(secret, `${name} at ${host}`)).toString()
}

/**
 * The time step that a code is of, one earlier or later included, for clocks that differ; undefined: it is none of them.
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
