import { base58 } from '@scure/base'
import type { ReadMessage } from './transaction-bytes.ts'

/** Solana's own: lamports for each signature; compute units for each instruction by default; most units of a transaction. */
const perSignature = 5_000n
const unitsEach = 200_000
const unitsAtMost = 1_400_000
const setLimit = 2
const setPrice = 3
const computeBudget = base58.decode('ComputeBudget111111111111111111111111111111')

/** What a transaction pays whether it succeeds or not, in lamports: signatures, and the priority fee for the requested units. */
export function feeOf({ keys, instructions, header }: ReadMessage): bigint {
  let price = 0n
  let limit: number | undefined
  let others = 0
  for (const { programIdIndex, data } of instructions) {
    if (Buffer.compare(keys[programIdIndex] ?? new Uint8Array(), computeBudget) !== 0) {
      others++
      continue
    }
    const bytes = Buffer.from(data)
    if (bytes[0] === setLimit) limit = bytes.readUInt32LE(1)
    if (bytes[0] === setPrice) price = bytes.readBigUInt64LE(1)
  }
  const units = BigInt(limit ?? Math.min(others * unitsEach, unitsAtMost))
  return perSignature * BigInt(header.numRequiredSignatures) + (price * units + 999_999n) / 1_000_000n
}
