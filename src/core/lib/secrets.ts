/** Keeps secrets out of what is shown and stored. Pure. */

const hidden = '[hidden]'
/** Mintdesk's own secrets: API keys, webhooks' secrets, tokens of a session or a ticket in a header or an address. */
const ours: [RegExp, string][] = [
  [/\bsk_(practice|live)_[1-9A-HJ-NP-Za-km-z]{8,}/g, `sk_$1_${hidden}`],
  [/\bwhsec_[A-Za-z0-9+/=]{8,}/g, `whsec_${hidden}`],
  [/\bBearer\s+[\w.~+/=-]{8,}/gi, `Bearer ${hidden}`],
  [/\b(ticket|token)=[^&\s"']+/gi, `$1=${hidden}`],
]
/** A quick test for any of these: most texts hold none. */
const suspicious = /sk_|whsec_|bearer|ticket|token/i
const secretNames =
  /^(api[-_]?key|x-api-key|secret|password|passphrase|token|mnemonic|seed|words|private[-_]?key|authorization|cookie|auth|ticket|pass)$/i

/** Masks the secrets in a text that can be recognised by their form. */
export function maskSecrets(text: string): string {
  if (!suspicious.test(text)) return text
  return ours.reduce((masked, [pattern, shown]) => masked.replace(pattern, shown), text)
}

/**
 * JSON of a value without its secrets, of about `most` characters: long texts are cut, and long lists are cut after their beginning. The
 * work is bounded by `most`, not by the size of the value.
 */
export function excerpt(value: unknown, most: number): string {
  let left = most
  const take = (text: string): string => {
    left -= text.length
    return text
  }
  const texts = (text: string): string => {
    const room = Math.max(16, Math.min(text.length, left, 2_000))
    const cut = text.length > room ? `${text.slice(0, room)}… (${text.length} characters)` : text
    return take(JSON.stringify(maskSecrets(cut)))
  }
  const walk = (one: unknown, depth: number): string => {
    if (typeof one === 'string') return texts(one)
    if (typeof one !== 'object' || one === null) return take(JSON.stringify(one) ?? 'null')
    if (depth > 20) return take('"…"')
    const parts: string[] = []
    let seen = 0
    if (Array.isArray(one)) {
      for (const item of one) {
        if (left <= 0) break
        parts.push(walk(item, depth + 1))
        seen++
      }
      if (seen < one.length) parts.push(take(JSON.stringify(`… ${one.length - seen} more`)))
      return `[${parts.join(',')}]`
    }
    for (const name in one) {
      if (!Object.hasOwn(one, name)) continue
      if (left <= 0) {
        parts.push(take('"…":"…"'))
        break
      }
      const inner: unknown = Reflect.get(one, name)
      const shown = secretNames.test(name) && inner !== null ? take(`"${hidden}"`) : walk(inner, depth + 1)
      parts.push(`${texts(name.slice(0, 200))}:${shown}`)
    }
    return `{${parts.join(',')}}`
  }
  return walk(value, 0)
}
