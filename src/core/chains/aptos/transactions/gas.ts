/**
 * What things use of gas, for quotes of what cannot be simulated yet. Of aptos-core's gas schedule (aptos-move/aptos-gas-schedule,
 * transaction.rs, tenfold since AIP-141): a new slot of storage costs 400,000 octas and a byte of it 400, both charged as gas at the price
 * that is paid. The rest is our allowance for execution and input/output, which are far less.
 */

import { leastPrice } from '../limits.ts'
import type { CollectionTexts } from '../scripts/payloads.ts'

const octasPerSlot = 400_000n
const octasPerByte = 400n
/** Bytes of a token's object beside its texts: its core, token, index and name, royalty-free, its references and its empty properties. */
const tokenBytes = 660n
/** The same of a collection: with its supply, its royalty and its references. */
const collectionBytes = 700n
/** Bytes of an account, which its first transaction makes. */
const accountBytes = 190n
/** Ours: execution and input/output of a mint, of a collection, and of a transaction that changes a token. */
const allowance = { mint: 60n, collection: 120n, change: 100n } as const
/** aptos-core, `min_transaction_gas_units`, and the larger transaction of many mints. */
const transactionUnits = 20n

/** Units of gas that a collection takes to make. @param isFirst whether it is the treasury's first transaction, which makes its account */
export function collectionUnits({ name, uri, description }: CollectionTexts, isFirst: boolean): bigint {
  const texts = bytesOf(name) + bytesOf(uri) + bytesOf(description)
  return storedUnits(collectionBytes + texts) + (isFirst ? storedUnits(accountBytes) : 0n) + allowance.collection
}

/** Units of gas that mints take in one transaction. @param texts name and URI of each */
export function mintUnits(texts: readonly { name: string; uri: string }[]): bigint {
  return texts.reduce(
    (sum, { name, uri }) => sum + storedUnits(tokenBytes + bytesOf(name) + bytesOf(uri)) + allowance.mint,
    transactionUnits,
  )
}

/** Units of gas that a change of a token takes, at most: its texts may become longer. */
export const changeUnits = allowance.change + storedUnits(0n)

function storedUnits(bytes: bigint): bigint {
  return (octasPerSlot + octasPerByte * bytes) / leastPrice
}

function bytesOf(text: string): bigint {
  return BigInt(Buffer.byteLength(text))
}
