/** Prices of a unit of gas, as a person writes and reads them: in gwei, a thousand-millionth of the coin. */

const weiPerGwei = 1_000_000_000n

/** `0.5`, `50`, `1,200`; undefined for what is no price above 0. As wei per gas. */
export function parseGwei(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text.trim().replace(/,(?=\d{3})/g, '')) ?? []
  if (whole === undefined) return undefined
  const wei = BigInt(whole) * weiPerGwei + BigInt(fraction.padEnd(9, '0'))
  return wei > 0n ? wei : undefined
}

/** `80 gwei`: wei per gas, to four digits. */
export function gwei(wei: bigint | string): string {
  return `${gweiNumber(wei)} gwei`
}

/** The same without its unit. */
export function gweiNumber(wei: bigint | string): string {
  const value = Number(BigInt(wei)) / Number(weiPerGwei)
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4, useGrouping: false }).format(value)
}
