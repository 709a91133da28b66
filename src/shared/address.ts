import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { keccak_256 } from 'js-sha3'

/** The codes of findings about a recipient's form (docs/spreadsheet.md, "Recipients"). */
export type RecipientCode =
  | 'recipient.missing'
  | 'recipient.format'
  | 'recipient.checksum'
  | 'recipient.chain'
  | 'recipient.zero'
  | 'recipient.burn'
  | 'recipient.reserved'
  | 'recipient.offCurve'

/** What is wrong with a recipient and what to do, in one sentence for a person. */
export type RecipientFinding = { code: RecipientCode; message: string }

/**
 * An address in its normal form, or all its faults. Warnings do not prevent minting to it. A well-formed address that nobody
 * should mint to (zero, burn) has a fault and its normal form.
 */
export type CheckedAddress =
  | { ok: true; address: string; warnings: RecipientFinding[] }
  | { ok: false; faults: RecipientFinding[]; address?: string }

/**
 * The EIP-55 form of an address, with `0x`. Takes about 4 µs.
 * @param digits 40 hex digits in lower case, without `0x`
 */
export function checksumEvmDigits(digits: string): `0x${string}` {
  const hash = keccak_256.array(digits)
  let checked = ''
  for (let at = 0; at < digits.length; at++) {
    const byte = hash[at >> 1] ?? 0
    const nibble = at % 2 === 0 ? byte >> 4 : byte & 15
    const digit = digits.charAt(at)
    checked += nibble >= 8 ? digit.toUpperCase() : digit
  }
  return `0x${checked}`
}

/** A value for a message: quoted, and truncated to 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}…` : text)
}

const evmBurns = new Set([
  `${'0'.repeat(36)}dead`,
  `dead${'0'.repeat(36)}`,
  `${'0'.repeat(24)}deaddeaddeaddead`,
  'dead'.repeat(10),
  'f'.repeat(40),
  'e'.repeat(40),
  `${'0'.repeat(32)}deadbeef`,
])

/** Addresses up to 0xffff are precompiles and system contracts (EIP-1352), on every EVM chain. */
const evmReserved = /^0{36}/

/** Its normal form has the EIP-55 checksum. */
export function checkEvmAddress(text: string): CheckedAddress {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return fault('recipient.format', evmFormat(text))
  const given = text.slice(2)
  const digits = given.toLowerCase()
  const address = checksumEvmDigits(digits)
  if (given !== address.slice(2) && given !== digits && given !== given.toUpperCase()) {
    return fault(
      'recipient.checksum',
      `A character of the address ${text} is mistyped: copy the address again from the wallet.`,
    )
  }
  if (/^0+$/.test(digits)) {
    return fault(
      'recipient.zero',
      `${text} is the zero address, which nobody holds: give the recipient's own address.`,
      address,
    )
  }
  if (evmBurns.has(digits) || evmReserved.test(digits)) {
    return fault(
      'recipient.burn',
      `${address} is a burn, precompile or system address, from which an NFT never comes back: give the recipient's own address.`,
      address,
    )
  }
  return { ok: true, address, warnings: [] }
}

function hexDigits(count: number): string {
  return `${count} hex ${count === 1 ? 'digit' : 'digits'}`
}

function evmFormat(text: string): string {
  if (/^[0-9a-f]{40}$/i.test(text)) return `The address ${quoted(text)} lacks its beginning: write 0x${text}.`
  if (/^0x[0-9a-f]*$/i.test(text)) {
    return `The address ${quoted(text)} has ${hexDigits(text.length - 2)} where 40 are needed: copy the whole address.`
  }
  if (base58Bytes(text)?.length === 32)
    return `${quoted(text)} is a Solana address, not an EVM one: give the recipient's own address, 0x and 40 hex digits.`
  return `${quoted(text)} is not an EVM address: it must be 0x and 40 hex digits.`
}

const solanaIncinerator = '1nc1nerator11111111111111111111111111111111'

/** Programs and other addresses that people mistake for a wallet's: of tokens, of NFTs, and Solana's own. */
const solanaPrograms: ReadonlyMap<string, string> = new Map([
  ['11111111111111111111111111111111', 'the system program'],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'the token program'],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'the token program (Token-2022)'],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'the program of token accounts'],
  ['metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s', 'the program of token metadata'],
  ['BGUMAp9Gq7iTEuizy4pqaxsTyUCBK68MDfK752saRPUY', 'the program of compressed NFTs'],
  ['CoREENxT6tW1HoK8ypY1SxRMZTcVPm7R94rH4PZNhX7d', 'the program Metaplex Core'],
  ['cmtDvXumGCrqC1Age74AVPhSRVXJMd8PJS91L8KbNCK', 'the program of compressed accounts'],
  ['mcmt6YrQEMKw8Mw43FmpRLmf7BqRnFMKmAcbxE3xkAW', 'the program of compressed accounts'],
  ['noopb9bkMVfRPU8AsbpTUg8AQkHtKwMYZiFUjNRtMmV', 'a program that logs'],
  ['mnoopTCrg4p8ry25e4bcWA9XZjbNjMTfgYVGGEdRsf3', 'a program that logs'],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'the memo program'],
  ['ComputeBudget111111111111111111111111111111', 'the program of compute budgets'],
  ['Stake11111111111111111111111111111111111111', 'the stake program'],
  ['Vote111111111111111111111111111111111111111', 'the vote program'],
  ['BPFLoaderUpgradeab1e11111111111111111111111', 'the loader of programs'],
  ['BPFLoader2111111111111111111111111111111111', 'the loader of programs'],
  ['AddressLookupTab1e1111111111111111111111111', 'the program of lookup tables'],
  ['So11111111111111111111111111111111111111112', 'wrapped SOL, a token'],
  [solanaIncinerator, 'the incinerator'],
])

/** Its normal form is the text itself. */
export function checkSolanaAddress(text: string): CheckedAddress {
  if (/^0x[0-9a-f]{40}$/i.test(text))
    return fault(
      'recipient.format',
      `${quoted(text)} is an EVM address, not a Solana one: give the recipient's own Solana address, or an e-mail address.`,
    )
  const bytes = base58Bytes(text)
  if (bytes?.length !== 32) {
    return fault(
      'recipient.format',
      `${quoted(text)} is not a Solana address: it must be 32 to 44 base58 characters that stand for 32 bytes.`,
    )
  }
  const program = solanaPrograms.get(text)
  if (program !== undefined) {
    return fault(
      'recipient.burn',
      `${text} is ${program}, from which an NFT never comes back: give the recipient's own address.`,
      text,
    )
  }
  if (isOnCurve(bytes)) return { ok: true, address: text, warnings: [] }
  const message = `${text} belongs to a program, not to a person's wallet: check that its owner can use what it receives.`
  return { ok: true, address: text, warnings: [{ code: 'recipient.offCurve', message }] }
}

function base58Bytes(text: string): Uint8Array | undefined {
  if (text.length < 32 || text.length > 44) return undefined
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes)
    return true
  } catch {
    return false
  }
}

/** Explorers omit leading zeros of Aptos addresses, and Aptos' SDK accepts this many digits or more. Fewer are only a part of an address. */
const leastAptosDigits = 60

/** Its normal form has all 64 digits, in lower case. */
export function checkAptosAddress(text: string): CheckedAddress {
  if (!/^0x[0-9a-f]{1,64}$/i.test(text)) {
    return fault(
      'recipient.format',
      base58Bytes(text)?.length === 32
        ? `${quoted(text)} is a Solana address, not an Aptos one: give the recipient's own Aptos address, 0x and 64 hex digits.`
        : `${quoted(text)} is not an Aptos address: it must be 0x and 64 hex digits.`,
    )
  }
  const digits = text.slice(2).toLowerCase()
  const address = `0x${digits.padStart(64, '0')}`
  if (/^0x0{63}/.test(address)) {
    return fault(
      'recipient.reserved',
      `${text} is one of the chain's own accounts (0x0 to 0xf), from which an NFT never comes back: give the recipient's own address.`,
      address,
    )
  }
  // Padded with zeros, an EVM address would be an Aptos address that nobody has the key of.
  if (digits.length === 40) {
    return fault(
      'recipient.format',
      `${quoted(text)} is an EVM address, not an Aptos one: give the recipient's own Aptos address, which has 64 hex digits.`,
    )
  }
  if (digits.length < leastAptosDigits) {
    return fault(
      'recipient.format',
      `${quoted(text)} has ${hexDigits(digits.length)}, and an Aptos address has 64: copy it again from the wallet, whole.`,
    )
  }
  return { ok: true, address, warnings: [] }
}

function fault(code: RecipientCode, message: string, address?: string): CheckedAddress {
  return { ok: false, faults: [{ code, message }], ...(address === undefined ? {} : { address }) }
}
