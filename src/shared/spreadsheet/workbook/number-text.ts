/** The text of a number in a cell. */

/**
 * A number without exponent: whole numbers are never rounded, fractions have 15 significant digits, as spreadsheet programs
 * show them (0.30000000000000004 is 0.3). A text that is no number is returned unchanged.
 */
export function plainNumber(raw: string): string {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(raw.trim())
  const [, sign = '', whole = '', part = '', power = '0'] = match ?? []
  if (match === null || (whole === '' && part === '') || Math.abs(Number(power)) > 400) return raw
  const exponent = Number(power)
  let digits = whole
  let fraction = part
  if (exponent > 0) {
    digits += fraction.slice(0, exponent).padEnd(exponent, '0')
    fraction = fraction.slice(exponent)
  } else if (exponent < 0) {
    fraction = digits.slice(exponent).padStart(-exponent, '0') + fraction
    digits = digits.slice(0, exponent)
  }
  digits = digits.replace(/^0+(?=\d)/, '') || '0'
  fraction = fraction.replace(/0+$/, '')
  if (fraction !== '' && significantDigits(digits + fraction) > 15)
    return plainNumber(String(Number(Number(raw).toPrecision(15))))
  const negative = sign === '-' && !/^0*$/.test(digits + fraction)
  return `${negative ? '-' : ''}${digits}${fraction === '' ? '' : `.${fraction}`}`
}

function significantDigits(digits: string): number {
  return digits.replace(/^0+/, '').replace(/0+$/, '').length
}

/** Whether a text is a whole number of more than 15 digits, which a number cell cannot hold exactly. */
export function losesDigits(text: string): boolean {
  return /^-?\d{16,}$/.test(text)
}

const dayMs = 86_400_000
/** Serial numbers from this one on are after the year 9999. */
const serialEnd = 2_958_466
/** The serial number of 1 January 1970 in the 1900 system. */
const epoch1900 = 25_569
/** By how many days the 1904 system starts later. */
const later1904 = 1_462

/**
 * The date and time of a serial number as ISO 8601: `2026-11-22`, `2026-11-22T15:00:00`, or `15:00:00` below 1. Undefined if
 * no day has that number. 60 is 29 February 1900, which exists in Excel but not in the calendar.
 */
export function dateText(raw: string, system1904: boolean): string | undefined {
  const own = Number(raw)
  const serial = own + (system1904 && own >= 1 ? later1904 : 0)
  if (!Number.isFinite(serial) || serial < 0 || serial >= serialEnd) return undefined
  const ms = Math.round(serial * 86_400) * 1000
  const days = Math.floor(ms / dayMs)
  const iso = new Date(ms - (epoch1900 - (days < 60 ? 1 : 0)) * dayMs).toISOString()
  if (days === 0) return iso.slice(11, 19)
  return (days === 60 ? '1900-02-29' : iso.slice(0, 10)) + (ms % dayMs === 0 ? '' : iso.slice(10, 19))
}

/** An ISO 8601 date or time without midnight and fractions of seconds, which the person did not write. */
export function isoText(raw: string): string {
  return raw.replace(/\.\d+(?=Z?$)/, '').replace(/T00:00:00Z?$/, '')
}
