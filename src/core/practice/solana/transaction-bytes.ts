/** The bit that marks a versioned message, in its first byte. */
const versioned = 0x80
const keyBytes = 32
const signatureBytes = 64

/** A message's parts, as they lie in its bytes. https://solana.com/docs/core/transactions */
export interface ReadMessage {
  legacy: boolean
  header: { numRequiredSignatures: number; numReadonlySignedAccounts: number; numReadonlyUnsignedAccounts: number }
  /** Addresses in the message itself, without those of lookup tables. */
  keys: Uint8Array[]
  blockhash: Uint8Array
  instructions: { programIdIndex: number; accounts: number[]; data: Uint8Array }[]
  lookups: { table: Uint8Array; writable: number[]; readonly: number[] }[]
}

/** A transaction's parts. */
export interface ReadTransaction {
  signatures: Uint8Array[]
  message: ReadMessage
}

/** Whether a transaction's message is legacy, without a version. Signatures are counted in one byte: no transaction holds 128. */
export function isLegacy(raw: Uint8Array): boolean {
  return ((raw[1 + signatureBytes * (raw[0] ?? 0)] ?? 0) & versioned) === 0
}

/**
 * Reads a transaction's parts by their offsets, because web3.js takes a fifth of the time in which a transaction is executed.
 * @throws RangeError when it is incomplete, or of an unknown version
 */
export function readTransaction(raw: Uint8Array): ReadTransaction {
  const bytes = reader(raw)
  const signatures = bytes.list(() => bytes.take(signatureBytes))
  return { signatures, message: messageFrom(bytes) }
}

/** @throws RangeError as {@link readTransaction} */
export function readMessage(raw: Uint8Array): ReadMessage {
  return messageFrom(reader(raw))
}

function messageFrom(bytes: Reader): ReadMessage {
  const first = bytes.byte()
  const legacy = (first & versioned) === 0
  if (!legacy && first !== versioned) throw new RangeError(`a transaction of version ${first - versioned}`)
  return {
    legacy,
    header: {
      numRequiredSignatures: legacy ? first : bytes.byte(),
      numReadonlySignedAccounts: bytes.byte(),
      numReadonlyUnsignedAccounts: bytes.byte(),
    },
    keys: bytes.list(() => bytes.take(keyBytes)),
    blockhash: bytes.take(keyBytes),
    instructions: bytes.list(() => ({
      programIdIndex: bytes.byte(),
      accounts: [...bytes.take(bytes.count())],
      data: bytes.take(bytes.count()),
    })),
    lookups: legacy
      ? []
      : bytes.list(() => ({
          table: bytes.take(keyBytes),
          writable: [...bytes.take(bytes.count())],
          readonly: [...bytes.take(bytes.count())],
        })),
  }
}

interface Reader {
  byte(): number
  /** A number in groups of seven bits, the lowest first (Solana's "compact-u16"). */
  count(): number
  take(length: number): Uint8Array
  list<Item>(item: () => Item): Item[]
}

function reader(raw: Uint8Array): Reader {
  let at = 0
  const take = (length: number): Uint8Array => {
    const end = at + length
    if (end > raw.length) throw new RangeError('a transaction that is not whole')
    const part = raw.subarray(at, end)
    at = end
    return part
  }
  const byte = (): number => take(1)[0] ?? 0
  const count = (): number => {
    let number = 0
    for (let shift = 0; ; shift += 7) {
      const next = byte()
      number |= (next & 0x7f) << shift
      if (next < 0x80) return number
      if (shift === 14) throw new RangeError('a number of more than 16 bits')
    }
  }
  return { byte, count, take, list: (item) => Array.from({ length: count() }, item) }
}
