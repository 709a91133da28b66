/** Numbers, coins, times and addresses as a person reads them. */
import type { Money } from './app-api.ts'

/** `9985` → `9,985` */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** `1 NFT`, `9,985 NFTs` */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/**
 * An amount of the smallest unit in coins: never shortened to zero, truncated (not rounded) after `digits` significant decimals.
 * `coins('12345600000000000', 18)` → `0.0123`; amounts of 1 and more keep four decimals.
 */
export function coins(amount: string, decimals: number, digits = 3): string {
  const padded = amount.padStart(decimals + 1, '0')
  const before = padded.slice(0, padded.length - decimals)
  const after = decimals === 0 ? '' : padded.slice(-decimals)
  const leading = after.search(/[^0]/)
  const kept = BigInt(before) > 0n ? 4 : Math.max(4, leading + digits)
  const fraction = leading === -1 ? '' : after.slice(0, kept).replace(/0+$/, '')
  const integer = before.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === '' ? integer : `${integer}.${fraction}`
}

/** An amount with its coin, as `coins` shows it: `0.0123 POL` */
export function moneyText({ amount, currency, decimals }: Money): string {
  return `${coins(amount, decimals)} ${currency}`
}

/** The deviation of a fee from its quote: `4.2 % more than quoted`; '' if there is none. */
export function percent(difference: number): string {
  if (difference === 0) return ''
  return `${Math.abs(difference)} % ${difference > 0 ? 'more' : 'less'} than quoted`
}

/** `0x1234…abcd`; short texts stay whole. */
export function shortAddress(address: string, head = 6, tail = 4): string {
  return address.length <= head + tail + 1 ? address : `${address.slice(0, head)}…${address.slice(-tail)}`
}

/** Seconds as `under a second`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 1) return 'under a second'
  const all = Math.round(seconds)
  if (all < 60) return `${all} s`
  const minutes = Math.floor(all / 60)
  if (minutes < 60) return all % 60 === 0 ? `${minutes} min` : `${minutes} min ${all % 60} s`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** A time of the API in the person's own zone: `21 Nov, 14:05`. */
export function moment(time: string): string {
  return new Date(time).toLocaleString(undefined, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

/** Bytes as `812 B`, `3.4 MB`. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  const power = Math.min(units.length - 1, value < 1000 ? 0 : Math.floor(Math.log10(value) / 3))
  return `${power === 0 ? value : (value / 1000 ** power).toFixed(1)} ${units[power]}`
}
