import type { NewToken } from '../../family/tokens.ts'
import { payloadLayout } from '../bcs/payload.ts'
import { mintsPerTransaction } from '../limits.ts'
import { mintPayload } from '../scripts/payloads.ts'

/** Ours: below the 64 KiB of a transaction (aptos-core, `max_transaction_size_in_bytes`), with room for later additions. */
const transactionBytes = 48_000
/** Sender, sequence, gas, price, expiration, chain, the authenticator's tag; one key and one signature with their lengths. */
const frameBytes = 32 + 8 + 8 + 8 + 8 + 1 + 1 + 33 + 65
/** More than the longest script has, with the lengths of its parts. */
const scriptAtMost = 2_000
/** More than a text has around it: its variant number, and its length twice. */
const aroundText = 8
const recipientBytes = 34

/** How many of the first tokens fit into one transaction; at least one. */
export function tokensThatFit(collectionName: string, tokens: readonly NewToken[]): number {
  const most = tokens.slice(0, mintsPerTransaction)
  // Usually all fit; this shows it without building a payload.
  if (bytesAtMost(collectionName, most) <= transactionBytes) return Math.max(1, most.length)
  for (let count = most.length; count > 1; count--) {
    const payload = mintPayload(collectionName, most.slice(0, count))
    if (frameBytes + payloadLayout.serialize(payload).toBytes().length <= transactionBytes) return count
  }
  return 1
}

function bytesAtMost(collectionName: string, tokens: readonly NewToken[]): number {
  const texts = [collectionName, '', ...tokens.flatMap(({ name, uri }) => [name, uri])]
  return texts.reduce(
    (sum, text) => sum + Buffer.byteLength(text) + aroundText,
    frameBytes + scriptAtMost + recipientBytes * tokens.length,
  )
}
