/** Exact amounts of a coin: whole decimals in, smallest units out, and back. For figures that are only shown see `coins`. */

/** `0.001` of a coin with 18 decimals → `1000000000000000n`; undefined for more decimals than the coin has, or for no number. */
export function toUnits(amount: string, decimals: number): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(amount) ?? []
  const digits = fraction.replace(/0+$/, '')
  if (whole === '' || digits.length > decimals) return undefined
  return BigInt(whole + digits.padEnd(decimals, '0'))
}

/** `1000000000000000` → `0.001`; never rounded. */
export function fromUnits(amount: string, decimals: number): string {
  const padded = amount.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals)
  const fraction = decimals === 0 ? '' : padded.slice(-decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
