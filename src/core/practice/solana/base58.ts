const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** All pairs of digits, in order. */
const pairs = [...alphabet].flatMap((first) => [...alphabet].map((second) => first + second))
/** The smallest piece: two numbers of five digits each, which are exact as JavaScript numbers. */
const digitsAtOnce = 10
const bigFiveDigits = 58n ** 5n
/** 58 to the 10th, 20th, 40th…: enough for what a program can log (10 kB). */
const powers = Array.from({ length: 12 }, (_, level) => 58n ** BigInt(digitsAtOnce * 2 ** level))

/**
 * Bytes in base58, for long inputs. For the 600 bytes that a program logs at each change of a tree it takes a third of the time
 * of `@scure/base`, which is faster for addresses.
 */
export function longBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++
  const number = BigInt(`0x0${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`)
  let level = 0
  while ((powers[level] ?? number + 1n) <= number) level++
  return alphabet.charAt(0).repeat(zeros) + digits(number, level).replace(/^1+/, '')
}

/** All 10 · 2^level digits, computed by halves. */
function digits(number: bigint, level: number): string {
  const half = powers[level - 1]
  if (half === undefined) {
    const high = number / bigFiveDigits
    return five(Number(high)) + five(Number(number - high * bigFiveDigits))
  }
  const high = number / half
  return digits(high, level - 1) + digits(number - high * half, level - 1)
}

function five(number: number): string {
  const high = Math.floor(number / pairs.length)
  const first = Math.floor(high / pairs.length)
  return `${alphabet[first]}${pairs[high - first * pairs.length]}${pairs[number - high * pairs.length]}`
}
