/** The value of a field for numbers, read before it is sent. Pure. */

/** The value as Mantine's NumberInput passes it on. */
export type Held = number | string

interface Bounds {
  min: number
  max?: number
}

type ReadNumber = { ok: true; number: number | null } | { ok: false; message: string }

/**
 * The number in a field; null only where it is empty. Mantine passes text for 7.50, 0100, `7.` and many digits, and a number only once the field
 * loses the focus, which Enter does not wait for. So text does not mean that the field is empty.
 * @param field its label, for the sentence of an error
 */
export function readNumber(field: string, held: Held, { min, max = Number.MAX_SAFE_INTEGER }: Bounds): ReadNumber {
  const text = String(held).trim()
  if (text === '') return { ok: true, number: null }
  const number = /\d/.test(text) ? Number(text) : Number.NaN
  const refused = (why: string): ReadNumber => ({ ok: false, message: `${field}: ${text} ${why}.` })
  if (Number.isNaN(number)) return refused('is no number')
  if (number < min) return refused(`is too little, it is at least ${min}`)
  if (number > max) return refused(`is too much, it is at most ${max}`)
  return { ok: true, number }
}

/** The same. @throws Error with a sentence where the value is no number within the bounds */
export function numberOrNone(field: string, held: Held, bounds: Bounds): number | null {
  const read = readNumber(field, held, bounds)
  if (read.ok) return read.number
  throw new Error(read.message)
}

/** The number in a field that may not be empty. @throws Error with a sentence where it is, or is no number within the bounds */
export function numberNeeded(field: string, held: Held, bounds: Bounds): number {
  const number = numberOrNone(field, held, bounds)
  if (number !== null) return number
  throw new Error(`${field}: fill in a number.`)
}
