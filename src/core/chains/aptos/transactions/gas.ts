/**
 * What things use of gas, for quotes of what cannot be simulated yet. Of aptos-core's gas schedule (aptos-move/aptos-gas-schedule,
 * transaction.rs, tenfold since AIP-141): a new slot of storage costs 400,000 octas and a byte of it 400, both charged as gas at the price
 * that is paid. The rest is our allowance for execution and input/output, which are far less.
 *
 * Storage is counted apart, in octas: the units that are charged for it are those octas by the price, so that it costs the same at every price
 * (AIP-17; aptos-core, aptos-gas-meter, algebra.rs, `charge_storage_fee`).
 */

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

/** What something uses: units of gas, which are paid at the price, and octas for what it stores. */
export interface GasUse {
  units: bigint
  storage: bigint
}

/** Units that are charged at a price, those for storage included. */
export function unitsAt({ units, storage }: GasUse, price: bigint): bigint {
  return units + (storage + price - 1n) / price
}

/** What a collection takes to make. @param isFirst whether it is the treasury's first transaction, which makes its account */
export function collectionUse({ name, uri, description }: CollectionTexts, isFirst: boolean): GasUse {
  const texts = bytesOf(name) + bytesOf(uri) + bytesOf(description)
  return {
    units: allowance.collection,
    storage: storageOf(collectionBytes + texts) + (isFirst ? storageOf(accountBytes) : 0n),
  }
}

/** What mints take in one transaction. @param texts name and URI of each */
export function mintsUse(texts: readonly { name: string; uri: string }[]): GasUse {
  return {
    units: transactionUnits + allowance.mint * BigInt(texts.length),
    storage: texts.reduce((sum, { name, uri }) => sum + storageOf(tokenBytes + bytesOf(name) + bytesOf(uri)), 0n),
  }
}

/** What a change of a token takes, at most: its texts may become longer. */
export const changeUse: GasUse = { units: allowance.change, storage: storageOf(0n) }

/** Octas for a new slot of so many bytes. */
function storageOf(bytes: bigint): bigint {
  return octasPerSlot + octasPerByte * bytes
}

function bytesOf(text: string): bigint {
  return BigInt(Buffer.byteLength(text))
}
