/**
 * Where a list or an object remembers which whole numbers in it lost digits when they were read, as beyond 2^53 they do: by name, as it was
 * written; null where the number lies deeper, in what has that name. Not enumerable, so nothing that walks through values sees it.
 */
const lost = Symbol('lost digits')

type Lost = ReadonlyMap<string, string | null>

// Most texts have none, and are read as fast as they can be. What only looks so, in a text, is seen to be none later.
const longWhole = /[:[,]\s*-?\d{16,}\s*[,\]}]/
const whole = /^-?\d{16,}$/

/**
 * Reads JSON as `JSON.parse` does, and remembers whole numbers that lost digits on the way: `9007199254740993` becomes …992, of which
 * nobody would be told. What JavaScript writes itself is never among them. @throws SyntaxError
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

/** Where a whole number in a value lost digits when that was read, and how it was written; undefined where none did. */
export function lostDigits(value: unknown): { path: (string | number)[]; written: string } | undefined {
  const [first] = lostIn(value) ?? []
  if (first === undefined || typeof value !== 'object' || value === null) return undefined
  const [name, written] = first
  const step = Array.isArray(value) ? Number(name) : name
  if (written !== null) return { path: [step], written }
  const deeper = lostDigits(Reflect.get(value, name))
  return deeper && { ...deeper, path: [step, ...deeper.path] }
}

/** Whether a number is written again with the digits that a whole number was written with. */
export function keepsDigits(written: string): boolean {
  return String(Number(written)) === written
}

function lostIn(value: unknown): Lost | undefined {
  return typeof value === 'object' && value !== null ? (value as { [lost]?: Lost })[lost] : undefined
}
