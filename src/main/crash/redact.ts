/** Takes out of a text what must not be copied to somebody else. Pure. */

const rules: readonly [RegExp, string][] = [
  // The address of an RPC may hold its key anywhere behind the host.
  [/\b(https?|wss?):\/\/(?:[^\s/@"']+@)?([^\s/:?#"'\\]+)(:\d+)?[^\s"'\\]*/gi, '$1://$2$3/…'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '<e-mail>'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 <secret>'],
  // Our own API keys and secrets of webhooks.
  [/\b(sk|whsec)_[\w+/=]+/g, '<key>'],
  // Keys, signatures and hashes in hex, base58 or base64: addresses stay, which have 40 digits.
  [/\b(0x)?[0-9a-f]{48,}\b/gi, '<hex>'],
  [/[A-Za-z0-9+/_-]{43,}={0,2}/g, '<token>'],
  // Twelve lower-case words in a row may be a seed.
  [/\b(?:[a-z]{3,8}[ \t,]+){11,}[a-z]{3,8}\b/g, '<words>'],
]

/** @param home the person's folder, whose name may be theirs */
export function redact(text: string, home: string): string {
  const away = home.length > 1 ? text.replaceAll(home, '~') : text
  return rules.reduce((all, [pattern, instead]) => all.replace(pattern, instead), away)
}
