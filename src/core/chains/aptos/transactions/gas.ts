/**
 * Estimates of gas, for quotes of what cannot be simulated yet. By aptos-core's gas schedule (aptos-move/aptos-gas-schedule, transaction.rs,
 * tenfold since AIP-141), a new storage slot costs 400,000 octas and each of its bytes 400; both are charged as gas at the price paid. The rest is
 * our allowance for execution and input/output, which use far less.
 *
 * Storage is counted separately, in octas: the chain divides these octas by the gas price to get units of gas, so storage costs the same at every
 * price (AIP-17; aptos-core, aptos-gas-meter, algebra.rs, `charge_storage_fee`).
 */

import type { CollectionTexts } from '../scripts/payloads.ts'

const octasPerSlot = 400_000n
const octasPerByte = 400n
/** Bytes of a token's object without its texts: object core, token, index and name, no royalty, references, empty properties. */
const tokenBytes = 660n
/** The same for a collection, with supply, royalty and references. */
const collectionBytes = 700n
/** Bytes of an account; its first transaction creates it. */
const accountBytes = 190n
/** Ours: units for execution and input/output of a mint, of a collection, and of a transaction that changes a token. */
const allowance = { mint: 60n, collection: 120n, change: 100n } as const
/** Units of a transaction itself: aptos-core, `min_transaction_gas_units`, and more for the size of many mints. */
const transactionUnits = 20n

/** Gas use: units that are paid at the gas price, and octas for storage. */
export interface GasUse {
  units: bigint
  storage: bigint
}

/** Units charged at a gas price (octas per unit), those for storage included. */
export function unitsAt({ units, storage }: GasUse, price: bigint): bigint {
  return units + (storage + price - 1n) / price
}

/** Gas use of making a collection. @param isFirst whether it is the treasury's first transaction, which creates the treasury's account */
export function collectionUse({ name, uri, description }: CollectionTexts, isFirst: boolean): GasUse {
  const texts = bytesOf(name) + bytesOf(uri) + bytesOf(description)
  return {
    units: allowance.collection,
    storage: storageOf(collectionBytes + texts) + (isFirst ? storageOf(accountBytes) : 0n),
  }
}

/** Gas use of a transaction of mints. @param texts name and URI of each token */
export function mintsUse(texts: readonly { name: string; uri: string }[]): GasUse {
  return {
    units: transactionUnits + allowance.mint * BigInt(texts.length),
    storage: texts.reduce((sum, { name, uri }) => sum + storageOf(tokenBytes + bytesOf(name) + bytesOf(uri)), 0n),
  }
}

/** Most gas that a change of a token uses; its texts may become longer. */
export const changeUse: GasUse = { units: allowance.change, storage: storageOf(0n) }

/** Octas for a new storage slot of this many bytes. */
function storageOf(bytes: bigint): bigint {
  return octasPerSlot + octasPerByte * bytes
}

function bytesOf(text: string): bigint {
  return BigInt(Buffer.byteLength(text))
}
