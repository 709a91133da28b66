/** Removes secrets and personal data from a text for others. Pure. */

const rules: readonly [RegExp, string][] = [
  // An RPC's URL may contain its key anywhere after the host.
  [/\b(https?|wss?):\/\/(?:[^\s/@"']+@)?([^\s/:?#"'\\]+)(:\d+)?[^\s"'\\]*/gi, '$1://$2$3/…'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '<e-mail>'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 <secret>'],
  // Mintdesk's API keys and webhook secrets.
  [/\b(sk|whsec)_[\w+/=]+/g, '<key>'],
  // Keys, signatures and hashes in hex, base58 or base64. EVM addresses stay: they have 40 digits.
  [/\b(0x)?[0-9a-f]{48,}\b/gi, '<hex>'],
  [/[A-Za-z0-9+/_-]{43,}={0,2}/g, '<token>'],
  // Twelve lower-case words in a row may be a seed.
  [/\b(?:[a-z]{3,8}[ \t,]+){11,}[a-z]{3,8}\b/g, '<words>'],
]

/** @param home the person's home folder, which may contain their name */
export function redact(text: string, home: string): string {
  const away = home.length > 1 ? text.replaceAll(home, '~') : text
  return rules.reduce((all, [pattern, instead]) => all.replace(pattern, instead), away)
}
