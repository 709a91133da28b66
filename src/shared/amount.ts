/** Exact conversion between decimal amounts of a coin and its smallest unit. For figures that are only displayed see `coins`. */

/** `0.001` of a coin with 18 decimals → `1000000000000000n`; undefined if it has more decimals than the coin or is no number. */
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
