/**
 * The property in which an array or object records which of its whole numbers lost digits on parsing, as happens beyond 2^53: by key, the
 * number as written, or null if the number is deeper inside that key's value. It is not enumerable, so code that walks values ignores it.
 */
const lost = Symbol('lost digits')

type Lost = ReadonlyMap<string, string | null>

// Most texts have no such number and take the fast path. A false match inside a string is recognised later.
const longWhole = /[:[,]\s*-?\d{16,}\s*[,\]}]/
const whole = /^-?\d{16,}$/

/**
 * Parses JSON like `JSON.parse`, and records whole numbers that lost digits: `9007199254740993` silently becomes …992. Numbers that
 * JavaScript wrote itself are never recorded. @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  if (!longWhole.test(text)) return JSON.parse(text)
  return JSON.parse(text, function (this: object, name: string, value: unknown, context?: { source?: string }) {
    const written = context?.source ?? ''
    const isLost = typeof value === 'number' && whole.test(written) && !keepsDigits(written)
    if (isLost || lostIn(value) !== undefined)
      Object.defineProperty(this, lost, {
        value: new Map(lostIn(this)).set(name, isLost ? written : null),
        configurable: true,
      })
    return value
  })
}

/** The path of the first whole number in a parsed value that lost digits, and how it was written; undefined if none did. */
export function lostDigits(value: unknown): { path: (string | number)[]; written: string } | undefined {
  const [first] = lostIn(value) ?? []
  if (first === undefined || typeof value !== 'object' || value === null) return undefined
  const [name, written] = first
  const step = Array.isArray(value) ? Number(name) : name
  if (written !== null) return { path: [step], written }
  const deeper = lostDigits(Reflect.get(value, name))
  return deeper && { ...deeper, path: [step, ...deeper.path] }
}

/** Whether a whole number keeps its digits when it is parsed and written again. */
export function keepsDigits(written: string): boolean {
  return String(Number(written)) === written
}

function lostIn(value: unknown): Lost | undefined {
  return typeof value === 'object' && value !== null ? (value as { [lost]?: Lost })[lost] : undefined
}
