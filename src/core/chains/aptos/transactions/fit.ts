import type { NewToken } from '../../family/tokens.ts'
import { payloadLayout } from '../bcs/payload.ts'
import { mintsPerTransaction } from '../limits.ts'
import { mintPayload } from '../scripts/payloads.ts'

/** Ours: a transaction may have 64 KiB (aptos-core, `max_transaction_size_in_bytes`); there is room for what is added to it later. */
const transactionBytes = 48_000
/** Sender, sequence, gas, price, end, chain; one key and one signature with their lengths. */
const frameBytes = 32 + 8 + 8 + 8 + 8 + 1 + 1 + 33 + 65

/** How many tokens, from the first on, one transaction holds; at least one. */
export function tokensThatFit(collectionName: string, tokens: readonly NewToken[]): number {
  for (let count = Math.min(tokens.length, mintsPerTransaction); count > 1; count--) {
    const payload = mintPayload(collectionName, tokens.slice(0, count))
    if (frameBytes + payloadLayout.serialize(payload).toBytes().length <= transactionBytes) return count
  }
  return 1
}
